"""The pages of reward cards."""

import browser
from pages import send, text
from selenium.webdriver.common.by import By
from sign_in_page import expect, fill, is_gone, look, until


def press(driver, selector):
    """Presses a button, and waits until the page is another one."""
    page = driver.find_element(By.TAG_NAME, "html")
    driver.find_element(By.CSS_SELECTOR, selector).click()
    until(lambda: is_gone(page), f"{selector} goes somewhere")


def check_cards(driver, url, folder):
    """A card comes from the catalogue, is the best for a purchase, and goes again."""
    driver.get(f"{url}/app/cards")
    look(driver, "cards-empty", folder)
    driver.get(f"{url}/app/cards/add")
    fill(driver, q="amex gold")
    send(driver)
    look(driver, "cards-found", folder)
    driver.find_element(By.CSS_SELECTOR, "main details summary").click()
    look(driver, "cards-adding", folder)
    press(driver, "main details button")
    notice = text(driver, ".notice:not(.offline)")
    expect("is in your wallet" in notice, f"no word that a card was added: {notice}")
    look(driver, "cards", folder)
    expect("of $25,000.00" in text(driver, ".meter"), "no sum beside the bar of a limit")
    fill(driver, merchant="Aldi", amount="a lot")
    with browser.refused(driver, "/app/cards"):
        press(driver, "form[aria-labelledby=which-card] button")
    expect("must be an amount" in text(driver, "#amount-problem"), "no word of what is wrong")
    kept = driver.find_element(By.NAME, "merchant").get_attribute("value")
    expect(kept == "Aldi", f"what was typed was lost: {kept}")
    fill(driver, amount="150")
    press(driver, "form[aria-labelledby=which-card] button")
    expect("Gold" in text(driver, ".answer h2"), "no card is the best")
    look(driver, "cards-best", folder)
    driver.get(f"{url}/app/cards/missed")
    look(driver, "cards-missed", folder)
    press(driver, "main a[href$='&compare=1']")
    look(driver, "cards-missed-compared", folder)
    expect("6 months" in text(driver, ".head .sub"), "no word about six months")
    driver.get(f"{url}/app/cards")
    driver.find_element(By.CSS_SELECTOR, ".again summary").click()
    look(driver, "cards-removing", folder)
    press(driver, ".again button")
    expect("No card yet" in text(driver, ".head .sub"), "the card was not removed")
