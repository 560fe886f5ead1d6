"""The pages of rules of the web app, as a parent with a browser uses them."""

import browser
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from sign_in_page import expect, fill, is_gone, look, until


def text(driver, selector):
    return driver.find_element(By.CSS_SELECTOR, selector).text


def named(driver, selector, words):
    """The first element whose whole text is these words, also where some of them are unseen."""
    for element in driver.find_elements(By.CSS_SELECTOR, f"main {selector}"):
        if " ".join(element.get_attribute("textContent").split()) == words:
            return element
    raise LookupError(f"there is no {selector} called {words}")


def press(driver, words):
    """Presses a button, and waits until the page is another one."""
    page = driver.find_element(By.TAG_NAME, "html")
    # Keys reach also what is under the tabs of a phone.
    named(driver, "button", words).send_keys(Keys.ENTER)
    until(lambda: is_gone(page), f"{words} goes somewhere")


def check_limits(driver, url, folder):
    driver.get(f"{url}/app/rules")
    look(driver, "rules-empty", folder)
    fill(driver, category="Fun", limit="lots")
    with browser.refused(driver, "/app/rules"):
        press(driver, "Set the limit")
    expect("must be an amount" in text(driver, "#limit-new-problem"), "no word of a wrong limit")
    kept = driver.find_element(By.ID, "category-new").get_attribute("value")
    expect(kept == "Fun", f"the kind of a wrong limit was lost: {kept}")
    fill(driver, limit="200")
    press(driver, "Set the limit")
    expect(text(driver, ".limits .tag") == "on course", "the limit is not on course")
    named(driver, "summary", "Change Fun").click()
    look(driver, "rules", folder)
    field = driver.find_element(By.CSS_SELECTOR, ".limits input[name=limit]")
    expect(field.get_attribute("value") == "200.00", "the limit is not there to be changed")
    field.clear()
    field.send_keys("0")
    press(driver, "Keep Fun")
    expect(text(driver, ".limits .tag") == "blocked", "the limit is not changed")


def check_places(driver, url, folder):
    driver.get(f"{url}/app/rules")
    named(driver, "a", "All places").click()
    until(lambda: driver.current_url == f"{url}/app/rules/places", "rules lead to places")
    fill(driver, name="Arcade", latitude="north", longitude="-74.006", radius="300")
    with browser.refused(driver, "/app/rules/places"):
        press(driver, "Add the place")
    look(driver, "places-wrong", folder)
    expect("must be degrees" in text(driver, "#latitude-new-problem"), "no word of wrong degrees")
    kept = driver.find_element(By.ID, "name-new").get_attribute("value")
    expect(kept == "Arcade", f"the name of a wrong place was lost: {kept}")
    fill(driver, latitude="40.7128")
    press(driver, "Add the place")
    expect(text(driver, ".list .tag") == "stopped", "the place does not stop purchases")
    named(driver, "summary", "Change Arcade").click()
    look(driver, "places", folder)
    named(driver, "summary", "Remove Arcade").click()
    press(driver, "Yes, remove it: Arcade")
    expect(not driver.find_elements(By.CSS_SELECTOR, "[data-place]"), "the place is still there")


def check_decisions(driver, url, folder):
    """Each decision leads to its page, with all checks, and back."""
    path = f"{url}/app/rules/decisions"
    driver.get(f"{url}/app/rules")
    named(driver, "a", "All decisions").click()
    until(lambda: driver.current_url == path, "rules lead to decisions")
    look(driver, "decisions", folder)
    named(driver, "a", "7 days").click()
    until(lambda: driver.current_url.endswith("range=7d"), "decisions go back in time")
    link = driver.find_element(By.CSS_SELECTOR, f"main .list a[href^='{path[len(url) :]}/']")
    merchant = link.text.split(",")[0]
    link.click()
    until(lambda: driver.current_url.startswith(f"{path}/"), "a decision has a page")
    expect(merchant in text(driver, "h1"), "the page is another decision's")
    checks = driver.find_elements(By.CSS_SELECTOR, "main ol.trace li")
    expect(len(checks) >= 3, f"only {len(checks)} checks are shown")
    expect("What became of it?" in text(driver, "main"), "nothing says what became of it")
    look(driver, "decision", folder)
    named(driver, "a", "All decisions").click()
    until(lambda: driver.current_url == path, "a decision leads back to all")


def check_pages(driver, url, folder):
    """What a parent does with rules; the limit stays, blocked."""
    check_limits(driver, url, folder)
    check_places(driver, url, folder)
    check_decisions(driver, url, folder)
