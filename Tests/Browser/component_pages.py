"""What the components do where scripts run, on the page that shows them."""

from pages import text
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from sign_in_page import expect, look, until

HEIGHT = "return document.documentElement.scrollHeight"
MODAL = "return document.querySelector(':modal')"


def named(driver):
    return driver.switch_to.active_element.get_attribute("textContent")


def check_dialog(driver, demo, folder):
    """It opens over the page with the safe choice in focus, and gives the focus back."""
    driver.get(f"{demo}/app/components")
    expect(driver.execute_script(MODAL) is None, "the page begins with a dialog")
    wrong = driver.find_element(By.ID, "dialog-confirmation")
    expect(wrong.is_displayed(), "what was answered wrongly is not seen")
    summary = driver.find_element(By.CSS_SELECTOR, "#dialogs details:not([open]) summary")
    dialog = driver.find_element(By.CSS_SELECTOR, "#dialogs details:not([open]) dialog")
    for leave in ("escape", "button"):
        # By the keyboard the first time, by the mouse the second.
        if leave == "escape":
            summary.send_keys(Keys.ENTER)
        else:
            summary.click()
        until(lambda: driver.execute_script(MODAL) == dialog, "the dialog opens")
        expect(dialog.accessible_name == "Remove Kite", f"it is called {dialog.accessible_name}")
        expect(dialog.get_attribute("aria-modal") == "true", "nobody hears that it is a dialog")
        expect(named(driver) == "Leave it as it is", f"it begins at {named(driver)}")
        if leave == "escape":
            look(driver, "dialog", folder)
            driver.switch_to.active_element.send_keys(Keys.SHIFT + Keys.TAB)
            expect(named(driver) == "Yes, remove it: Kite", f"before it is {named(driver)}")
            ActionChains(driver).send_keys(Keys.ESCAPE).perform()
        else:
            driver.find_element(By.CSS_SELECTOR, ":modal [data-close]").click()
        until(lambda: driver.execute_script(MODAL) is None, f"{leave} closes the dialog")
        expect(named(driver) == "Remove Kite", f"the focus comes back to {named(driver)}")
        expect(not dialog.is_displayed(), "the question stays in the page")


def check_toast(driver, demo):
    """It moves nothing of the page, also when it is closed."""
    driver.get(f"{demo}/app/components")
    toast = driver.find_element(By.CSS_SELECTOR, ".toast")
    expect(toast.value_of_css_property("position") == "fixed", "a toast moves the page")
    expect("The limit is kept" in text(driver, ".toast [role=status]"), "it says nothing")
    height = driver.execute_script(HEIGHT)
    toast.find_element(By.TAG_NAME, "button").click()
    expect(not toast.is_displayed(), "it cannot be closed")
    expect(driver.execute_script(HEIGHT) == height, "the page moves when it is closed")


def check_pages(driver, demo, folder):
    check_dialog(driver, demo, folder)
    check_toast(driver, demo)
