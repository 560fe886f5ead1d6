"""The pages of policies, used as a parent does."""

import browser
from pages import focused, text
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select
from sign_in_page import expect, fill, is_gone, look, until

NOTICE = ".notice:not(.offline)"


def press(driver, value):
    """Presses a button of the policy's page that does something, and waits for what it answers."""
    page = driver.find_element(By.TAG_NAME, "html")
    driver.find_element(By.CSS_SELECTOR, f"main button:not(.hidden)[value={value}]").click()
    until(lambda: is_gone(page), f"{value} does something")


def check_pages(driver, url, folder):
    """A policy is built from parts, tried on the past, saved, and taken through its states."""
    driver.get(f"{url}/app/rules/policies/new")
    look(driver, "policy-new", folder)
    fill(driver, name="Very dear things")
    Select(driver.find_element(By.NAME, "kind")).select_by_value("amount")
    press(driver, "add")
    kept = driver.find_element(By.NAME, "name").get_attribute("value")
    expect(kept == "Very dear things", f"the name was lost: {kept}")
    until(lambda: focused(driver, name="p0_at_least"), "typing goes on in the new part")
    fill(driver, p0_at_least="a lot")
    with browser.refused(driver, "/app/rules/policies/new"):
        press(driver, "save")
    expect("must be an amount" in text(driver, "#p0-at_least-problem"), "no word of what is wrong")
    look(driver, "policy-wrong", folder)
    fill(driver, p0_at_least="0.01")
    press(driver, "try")
    expect("no purchase in this time" in text(driver, "#trial"), "the trial says nothing")
    look(driver, "policy-tried", folder)
    fill(driver, p0_at_least="5000")
    press(driver, "save")
    expect("Saved as a draft" in text(driver, NOTICE), "nothing says that it was saved")
    look(driver, "policy", folder)
    for state, word in (("shadow", "in the shadow"), ("live", "live")):
        press(driver, state)
        expect(f"It is {word} from now on" in text(driver, NOTICE), f"it is not {word}")
        look(driver, f"policy-{state}", folder)
    driver.find_element(By.CSS_SELECTOR, "main summary").click()
    press(driver, "retired")
    expect("It will be retired" in text(driver, NOTICE), "nothing says when it is retired")
    press(driver, "json")
    expect("500000" in driver.find_element(By.NAME, "json").get_attribute("value"), "no JSON")
    look(driver, "policy-json", folder)
    driver.get(f"{url}/app/rules/policies")
    expect("Very dear things" in text(driver, "main"), "the policy is not listed")
    look(driver, "policies", folder)
