"""Uses the web app of a running server as a member with a browser does.

    web_app.py URL EMAIL PASSWORD FOLDER

Writes a picture of each page at each width and in both colours into FOLDER, and ends with 1 and one
line for each thing that is wrong.
"""

import sys
from pathlib import Path

import browser
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from sign_in_page import expect, faults, fill, is_gone, look, until

ENDED = "purser-session"


def text(driver, selector):
    return driver.find_element(By.CSS_SELECTOR, selector).text


def send(driver):
    """Presses the button of the page's own form, and waits until the page is another one."""
    page = driver.find_element(By.TAG_NAME, "html")
    driver.find_element(By.CSS_SELECTOR, "main form button").click()
    until(lambda: is_gone(page), "the form goes somewhere")


def focused(driver, **attributes):
    element = driver.switch_to.active_element
    return all(element.get_attribute(name) == value for name, value in attributes.items())


def tab_to(driver, **attributes):
    """Presses the tab key until an element has the focus, as somebody without a mouse does."""
    for _ in range(40):
        if focused(driver, **attributes):
            return driver.switch_to.active_element
        driver.switch_to.active_element.send_keys(Keys.TAB)
    raise TimeoutError(f"the keyboard does not come to {attributes}")


def sign_in(driver, url, email, password):
    driver.get(f"{url}/")
    until(lambda: driver.current_url == f"{url}/app/sign-in", "a stranger comes to sign in")
    fill(driver, email=email, password=password)
    send(driver)
    until(lambda: driver.current_url == f"{url}/app", "who signed in is on the first page")


def check_pages(driver, url, email, password, folder):
    driver.get(f"{url}/app/sign-in")
    look(driver, "sign-in", folder)
    fill(driver, email=email, password="wrong1234")
    send(driver)
    expect("E-mail or password is wrong" in text(driver, "[role=alert]"), "no alert")
    typed = driver.find_element(By.NAME, "email").get_attribute("value")
    expect(typed == email, f"the address was lost: {typed}")
    look(driver, "sign-in-failed", folder)
    sign_in(driver, url, email, password)
    look(driver, "today", folder)
    current = driver.find_elements(By.CSS_SELECTOR, "[aria-current=page]")
    expect(len(current) == 2, "the rail and the tabs say where one is")
    driver.get(f"{url}/app/transactions")
    look(driver, "transactions", folder)
    driver.get(f"{url}/app/buy")
    look(driver, "buy", folder)
    fill(driver, merchant="Corner Books", amount="a lot", category="fun")
    send(driver)
    look(driver, "buy-wrong", folder)
    expect("must be an amount" in text(driver, "#amount-problem"), "no word of what is wrong")
    kept = driver.find_element(By.NAME, "merchant").get_attribute("value")
    expect(kept == "Corner Books", f"what was typed was lost: {kept}")
    fill(driver, amount="12.50")
    send(driver)
    expect(text(driver, ".answer h2") == "Yes", "the purchase is not approved")
    expect(len(driver.find_elements(By.CSS_SELECTOR, ".trace li")) > 2, "there is no trace")
    look(driver, "buy-answered", folder)


def check_keyboard(driver, url, email, password, name):
    """From the sign-in to an answer and out again, with the keyboard alone."""
    driver.get(f"{url}/app/sign-in?next=%2Fapp%2Fbuy")
    tab_to(driver, name="email").send_keys(email)
    tab_to(driver, name="password").send_keys(password + Keys.ENTER)
    until(lambda: driver.current_url == f"{url}/app/buy", f"{name}: it goes on where it began")
    tab_to(driver, name="merchant").send_keys("Steam")
    tab_to(driver, name="amount").send_keys("5" + Keys.ENTER)
    until(lambda: driver.find_elements(By.CSS_SELECTOR, ".answer"), f"{name}: no answer")
    if driver.execute_script("return window.innerWidth") > 860:
        tab_to(driver, textContent="Sign out").send_keys(Keys.ENTER)
        until(lambda: driver.current_url == f"{url}/app/sign-in", f"{name}: it does not sign out")
        left = [cookie["name"] for cookie in driver.get_cookies()]
        expect(ENDED not in left, f"{name}: the session's cookie stays")


def main(url, email, password, folder):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with browser.chromium() as driver:
        check_pages(driver, url, email, password, folder)
        for complaint in browser.complaints(driver):
            # Refusals are answers of 400 and 401, which the console tells of.
            expect("status of 40" in complaint, f"the console says {complaint}")
    for width in browser.WIDTHS:
        with browser.chromium(scripts=False) as driver:
            browser.show_at(driver, width)
            check_keyboard(driver, url, email, password, f"without scripts at {width}")
    # A bar that is fixed over the page is more than axe-core can tell the contrast of; its colours
    # are those of the rail, which is judged at the other width.
    others = [fault for fault in faults if "color-contrast" not in fault or ".tabs" not in fault]
    for fault in others:
        print(fault, file=sys.stderr)
    return 1 if others else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
