"""The family's pages, used by a parent and by a child."""

import browser
from pages import sign_in, text
from selenium.webdriver.common.by import By
from sign_in_page import expect, fill, is_gone, look, until


CHILD = ("cleo@example.com", "password123")


def press(driver, value):
    """Presses one of the page's buttons by what it sends, and waits for the next page."""
    page = driver.find_element(By.TAG_NAME, "html")
    driver.find_element(By.CSS_SELECTOR, f"main button[value='{value}']").click()
    until(lambda: is_gone(page), f"{value} goes somewhere")


def change_to(driver, url, email, password):
    """Goes on as somebody else."""
    driver.delete_all_cookies()
    sign_in(driver, url, email, password)
    driver.get(f"{url}/app/family")


def check_pages(driver, url, email, password, folder):
    """A parent adds a child, pays it and gives it a chore; the child does it and is paid."""
    driver.get(f"{url}/app/family")
    look(driver, "family-empty", folder)
    fill(driver, firstName="Cleo", lastName="Doe", email=CHILD[0], password="short")
    fill(driver, weeklyAllowance="12.50")
    with browser.refused(driver, "/app/family"):
        press(driver, "add-child")
    look(driver, "family-wrong", folder)
    expect(text(driver, "#add-child-password-problem") != "", "no word of the password")
    kept = driver.find_element(By.NAME, "firstName").get_attribute("value")
    expect(kept == "Cleo", f"what was typed was lost: {kept}")
    fill(driver, password=CHILD[1])
    press(driver, "add-child")
    expect(text(driver, "h1") == "Cleo Doe", "the new child has no page")
    fill(driver, amount="25", description="Birthday")
    press(driver, "Credit")
    expect(text(driver, "#wallet .figure") == "$25.00", "the wallet is not paid")
    fill(driver, title="Water the plants", reward="2")
    press(driver, "assign-chore")
    look(driver, "family-child", folder)
    fill(driver, amount="99", description="A book")
    with browser.refused(driver, "/app/family/*"):
        press(driver, "Debit")
    look(driver, "family-child-wrong", folder)
    expect("is more than" in text(driver, "#move-amount-problem"), "no word of the amount")

    change_to(driver, url, *CHILD)
    look(driver, "family-own", folder)
    press(driver, "finish-chore")
    expect("waits for a parent" in text(driver, "#chores"), "the chore does not wait")
    driver.find_element(By.ID, "ask-amount").send_keys("12.50")
    driver.find_element(By.ID, "ask-purpose").send_keys("Class trip")
    press(driver, "ask")
    expect("Class trip" in text(driver, "#ask"), "the request is not there")

    change_to(driver, url, email, password)
    look(driver, "family", folder)
    press(driver, "approve-chore")
    press(driver, "decline-request")
    expect("$27.00" in text(driver, "main"), "the chore is not paid, or the request is")
    expect(not driver.find_elements(By.ID, "waiting"), "something still waits")
