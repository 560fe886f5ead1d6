"""Signs in to the web app by passkeys, and on a device that a family shares, as people do.

    sign_in_pages.py URL EMAIL PASSWORD FOLDER

URL is the server's public one, and names localhost: browsers keep no passkeys for an address.
Writes pictures of the pages into FOLDER, and ends with 1 and one line for each thing that is wrong.
"""

import sys
from pathlib import Path

import browser
from faults import faults, report
from pages import SESSION, send, sign_in, tab_to, text
from passkeys import NOT_ACCEPTED, NOT_USED, Member, new_authenticator
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from sign_in_page import expect, fill, is_gone, look, until

SETTINGS = "/app/settings/sign-in"
FAMILY = "purser-family"
CHILD = {
    "email": "cleo@example.com",
    "password": "password123",
    "firstName": "Cleo",
    "lastName": "Doe",
    "weeklyAllowance": 5,
}
MADE_BEFORE = "This device has a passkey for you already."

# A virtual authenticator chooses at once what a person would choose beside the address.
NO_OFFER = "PublicKeyCredential.isConditionalMediationAvailable = async () => false;"
KEPT = "return JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])"
TYPED = "return Object.keys(sessionStorage).filter((key) => key.startsWith('typed ')).length"
WORKS = "return navigator.serviceWorker.controller !== null"
SEEN = """
const [done] = arguments;
caches.open("pages").then((cache) => cache.keys()).then((all) => done(all.length));
"""


def offer_nothing(driver):
    """Has pages ask for no passkey before the button is pressed; what ends that."""
    answer = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": NO_OFFER})
    return lambda: driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", answer)


def press(driver, selector):
    """Presses a button, and waits until the page is another one."""
    page = driver.find_element(By.TAG_NAME, "html")
    driver.find_element(By.CSS_SELECTOR, selector).click()
    until(lambda: is_gone(page), f"{selector} goes somewhere")


def sign_out(driver, url):
    """By the page that phones use, which is there at every width."""
    driver.get(f"{url}/app/more")
    press(driver, "main form button")


def check_message(driver, form, sentence, what):
    driver.find_element(By.CSS_SELECTOR, f"#{form} button").click()
    message = driver.find_element(By.ID, "passkey-message")
    until(lambda: message.is_displayed() and message.text, f"{what}: the page says something")
    expect(message.text == sentence, f"{what}: the page says {message.text}")


def check_adding(driver, url, password, folder):
    """A passkey that was made is not made again because the password was wrong."""
    driver.get(f"{url}{SETTINGS}")
    expect(driver.find_element(By.ID, "new-passkey").is_displayed(), "no passkey can be added")
    expect(not driver.find_element(By.ID, "no-passkeys").is_displayed(), "it says that none can")
    look(driver, "settings-passkeys", folder)
    name, typed = (f"#new-passkey [name={field}]" for field in ("name", "password"))
    driver.find_element(By.CSS_SELECTOR, name).send_keys("This tablet")
    driver.find_element(By.CSS_SELECTOR, typed).send_keys("wrong1234")
    with browser.refused(driver, SETTINGS):
        press(driver, "#new-passkey button")
    expect("wrong" in text(driver, "#addPasskey-password-problem"), "no word of the password")
    (made,) = driver.get_credentials()
    driver.find_element(By.CSS_SELECTOR, typed).send_keys(password)
    press(driver, "#new-passkey button")
    expect("passkey is added" in text(driver, ".notice.good"), "nothing says that it was added")
    (kept,) = driver.get_credentials()
    expect(kept.id == made.id, "a second passkey was made")
    driver.find_element(By.CSS_SELECTOR, name).send_keys("Again")
    check_message(driver, "new-passkey", MADE_BEFORE, "a second one")


def check_using(driver, url):
    """Signs in by the button, and nothing that scripts read opens a session."""
    sign_out(driver, url)
    until(lambda: driver.current_url == f"{url}/app/sign-in", "it signs out")
    driver.set_user_verified(False)
    check_message(driver, "passkey", NOT_USED, "unverified")
    driver.set_user_verified(True)
    press(driver, "#passkey button")
    until(lambda: driver.current_url == f"{url}/app", "the passkey signs in")
    cookie = driver.get_cookie(SESSION)
    expect(cookie["httpOnly"], "scripts read the session's cookie")
    expect(cookie["value"] not in driver.execute_script(KEPT), "scripts read the session")
    expect("eyJ" not in driver.execute_script(KEPT), "scripts read a token")


def check_passkeys(driver, url, email, password, folder):
    end = offer_nothing(driver)
    new_authenticator(driver)
    sign_in(driver, url, email, password)
    check_adding(driver, url, password, folder)
    check_using(driver, url)
    end()
    # Beside the address, which is chosen at once here.
    sign_out(driver, url)
    until(lambda: driver.current_url == f"{url}/app", "a passkey is offered beside the address")

    offer_nothing(driver)
    driver.get(f"{url}{SETTINGS}")
    driver.find_element(By.CSS_SELECTOR, ".list .again summary").click()
    press(driver, ".list .again button")
    expect("passkey is removed" in text(driver, ".notice.good"), "nothing says that it is gone")
    sign_out(driver, url)
    look(driver, "sign-in-passkey", folder)
    with browser.refused(driver, "/app/sign-in", status=401):
        press(driver, "#passkey button")
    expect(text(driver, "#problem") == NOT_ACCEPTED, "a removed passkey signs in")


def share(driver, url):
    """Has the device list the family, with the keyboard alone."""
    driver.get(f"{url}{SETTINGS}")
    tab_to(driver, textContent="Share this device").send_keys(Keys.ENTER)
    until(lambda: driver.current_url.endswith("?done=share"), "the device is shared")


def expect_list(driver, url, what):
    until(lambda: driver.current_url == f"{url}/app/sign-in", f"{what}: it comes to sign in")
    names = [link.text for link in driver.find_elements(By.CSS_SELECTOR, ".places a")]
    expect(names == ["A parent", "Cleo Doe"], f"{what}: the list is {names}")
    expect("@" not in driver.page_source, f"{what}: an address is in the page")


def choose_child(driver, url, what):
    """Signs the child in from the list, with the keyboard alone."""
    tab_to(driver, textContent="Cleo Doe").send_keys(Keys.ENTER)
    until(lambda: "person=" in driver.current_url, f"{what}: the child is chosen")
    expect(text(driver, "main strong") == "Cleo Doe", f"{what}: the page does not say who")
    expect("@" not in driver.page_source, f"{what}: an address is in the page")
    with browser.refused(driver, "/app/sign-in", status=401):
        tab_to(driver, name="password").send_keys("wrong1234" + Keys.ENTER)
        until(lambda: driver.find_elements(By.ID, "problem"), f"{what}: a wrong password is told")
    expect(text(driver, "#problem") == "The password is wrong", f"{what}: another word of it")
    expect("@" not in driver.page_source, f"{what}: an address is in the page")
    tab_to(driver, name="password").send_keys(CHILD["password"] + Keys.ENTER)
    until(lambda: driver.current_url == f"{url}/app", f"{what}: the child signs in")


def check_without_scripts(driver, url, email, password, width):
    what = f"without scripts at {width}"
    browser.show_at(driver, width)
    # The device of before is another one.
    driver.delete_all_cookies()
    driver.get(f"{url}/app/sign-in")
    expect("Who uses this?" not in driver.page_source, f"{what}: a stranger sees a list")
    expect(not driver.find_element(By.ID, "passkey").is_displayed(), f"{what}: a passkey")
    fill(driver, email=email, password=password)
    send(driver)
    share(driver, url)
    form = driver.find_element(By.ID, "new-passkey")
    expect(not form.is_displayed(), f"{what}: a passkey can be added")
    sign_out(driver, url)
    expect_list(driver, url, what)
    choose_child(driver, url, what)
    sign_out(driver, url)
    expect_list(driver, url, f"{what}, again")


def check_forgetting(driver, url):
    """What one member typed and saw is not there for the next one."""
    driver.get(f"{url}/app")
    until(lambda: driver.execute_script(WORKS), "the worker stands before the pages")
    driver.get(f"{url}/app/buy")
    fill(driver, merchant="A secret", amount="1")
    expect(driver.execute_script(TYPED) > 0, "nothing is kept")
    until(lambda: driver.execute_async_script(SEEN) > 0, "no page is kept")
    # The session ends, and nobody signs out.
    driver.delete_cookie(SESSION)
    driver.get(f"{url}/app")
    expect_list(driver, url, "an ended session")
    until(lambda: driver.execute_script(TYPED) == 0, "what was typed is forgotten")
    until(lambda: driver.execute_async_script(SEEN) == 0, "what was seen is forgotten")
    driver.back()
    driver.back()
    expect("A secret" not in driver.page_source, "the page of before is there")
    expect(not driver.find_elements(By.NAME, "merchant"), "a form of before is there")


def check_family(driver, url, email, password, folder):
    """The list and its pages as they look, and the end of the list."""
    offer_nothing(driver)
    sign_in(driver, url, email, password)
    share(driver, url)
    cookie = driver.get_cookie(FAMILY)
    expect(cookie["httpOnly"], "scripts read which family it is")
    expect(len(cookie["value"]) < 400, f"the cookie has {len(cookie['value'])} characters")
    look(driver, "settings-shared", folder)
    check_forgetting(driver, url)
    driver.get(f"{url}/app/sign-in")
    expect_list(driver, url, "with scripts")
    look(driver, "who", folder)
    choose_child(driver, url, "with scripts")
    sign_out(driver, url)
    expect_list(driver, url, "after the child")
    press(driver, ".places li:last-child a")
    look(driver, "who-chosen", folder)
    tab_to(driver, textContent="Who uses this?").send_keys(Keys.ENTER)
    expect_list(driver, url, "on the way back")
    tab_to(driver, textContent="Somebody else").send_keys(Keys.ENTER)
    until(lambda: driver.find_elements(By.NAME, "email"), "somebody else may sign in")
    fill(driver, email=email, password=password)
    send(driver)
    driver.get(f"{url}{SETTINGS}")
    tab_to(driver, tagName="SUMMARY", textContent="Stop sharing it").send_keys(Keys.ENTER)
    tab_to(driver, tagName="BUTTON", textContent="Stop sharing it").send_keys(Keys.ENTER)
    until(lambda: driver.current_url.endswith("?done=unshare"), "it is shared no more")
    sign_out(driver, url)
    expect("Who uses this?" not in driver.page_source, "the list stays")
    expect(driver.get_cookie(FAMILY) is None, "the device keeps whose it was")


def is_of_passkeys(fault):
    """Whether axe-core speaks of `webauthn`, which HTML knows in autocomplete, and it does not."""
    return "autocomplete-valid" in fault and "#email" in fault


def check(url, email, password, folder):
    Member(url, email, password).call("POST", "register/child", CHILD)
    try:
        # A browser wants both algorithms.
        with browser.chromium(known=("pubKeyCredParams",)) as driver:
            browser.show_at(driver, 1280)
            check_passkeys(driver, url, email, password, folder)
            check_family(driver, url, email, password, folder)
        with browser.chromium(scripts=False) as driver:
            for width in browser.WIDTHS:
                check_without_scripts(driver, url, email, password, width)
    finally:
        faults[:] = [fault for fault in faults if not is_of_passkeys(fault)]


def main(url, email, password, folder):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    return report(check, url, email, password, folder)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
