"""Looks at the sign-in page of a running server as a person with a browser does.

    sign_in_page.py URL EMAIL PASSWORD FOLDER

Writes a picture of each page at each width into FOLDER, and ends with 1 and one line for each thing
that is wrong.
"""

import sys
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import browser
from faults import expect, faults, is_gone, report, until
from selenium.webdriver.common.by import By

ASKED = {
    "response_type": "code",
    "client_id": "purser-native",
    "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    "code_challenge_method": "S256",
    "state": 'a b&c="d"<e>',
    "scope": "openid email",
}

# An app that does not belong to the house, and what it asks for.
OTHERS = {"client_id": "budget-app", "scope": "openid email guardian:read banking allowance:read"}

FORGE = """
const [action, fields] = arguments;
const form = document.createElement("form");
form.method = "post";
form.action = action;
for (const [name, value] of Object.entries(fields)) {
  const input = document.createElement("input");
  input.name = name;
  input.value = value;
  form.append(input);
}
document.documentElement.append(form);
form.submit();
"""


def address(url, redirect, **changes):
    asked = ASKED | {"redirect_uri": redirect} | changes
    return f"{url}/oauth2/authorize?{urlencode(asked)}"


def fill(driver, **fields):
    for name, value in fields.items():
        field = driver.find_element(By.NAME, name)
        field.clear()
        field.send_keys(value)


def send(driver):
    """Presses the button of the first form, and waits until the page is another one."""
    page = driver.find_element(By.TAG_NAME, "html")
    driver.find_element(By.CSS_SELECTOR, "form button").click()
    until(lambda: is_gone(page), "the form goes somewhere")


def look(driver, name, folder):
    """At each width and in both colours: a picture, and whether anything is cut off.

    What axe-core says, at one width in the light and at the other in the dark, because it takes
    longest; of colours alone at the other two, where a page may have others than elsewhere.
    """
    judged = dict(zip(("light", "dark"), browser.WIDTHS, strict=True))
    for scheme, judged_width in judged.items():
        browser.prefer(driver, scheme)
        for width in browser.WIDTHS:
            browser.show_at(driver, width)
            driver.save_screenshot(str(folder / f"{name}-{width}-{scheme}.png"))
            rules = [] if width == judged_width else ["color-contrast"]
            for fault in browser.judge(driver, *rules):
                faults.append(f"{name} at {width} in {scheme}: {fault}")
            is_wide = "return document.documentElement.scrollWidth > window.innerWidth"
            expect(not driver.execute_script(is_wide), f"{name} is wider than {width}")


def check_pages(driver, url, email, folder):
    driver.get(address(url, "safepocket://auth/callback"))
    expect(driver.title == "Sign in to Purser", f"the title is {driver.title}")
    until(lambda: focus(driver) == "email", "the page begins at the address")
    look(driver, "sign-in", folder)

    fill(driver, email=email, password="wrong1234")
    send(driver)
    alert = driver.find_element(By.CSS_SELECTOR, "[role=alert]").text
    expect(alert == "E-mail or password is wrong", f"the alert is {alert}")
    expect(driver.title.startswith(alert), "the title does not begin with what is wrong")
    until(lambda: focus(driver) == "password", "after a failure it goes on at the password")
    look(driver, "sign-in-failed", folder)

    driver.get(address(url, "https://budget.example.com/back", **OTHERS))
    words = driver.find_element(By.CSS_SELECTOR, ".permissions").text
    expect("see your limits, places" in words, f"the agreement says {words}")
    button = driver.find_element(By.CSS_SELECTOR, "form button").text
    expect(button == "Agree and sign in", f"the button says {button}")
    look(driver, "agreement", folder)

    with browser.refused(driver, "/oauth2/authorize"):
        driver.get(f"{url}/oauth2/authorize?client_id=nobody")
    look(driver, "refusal", folder)


def focus(driver):
    return driver.switch_to.active_element.get_attribute("id")


def check_sign_in(driver, url, email, password, name):
    """Signs in, with the keyboard alone, and ends where the app waits."""
    driver.get(address(url, f"{url}/callback"))
    until(lambda: focus(driver) == "email", f"{name}: the page begins at the address")
    driver.switch_to.active_element.send_keys(email + "\t")
    until(lambda: focus(driver) == "password", f"{name}: the password comes next")
    driver.switch_to.active_element.send_keys(password + "\n")
    until(lambda: "/callback" in driver.current_url, f"{name}: the browser goes back to the app")
    answer = parse_qs(urlsplit(driver.current_url).query)
    expect(len(answer.get("code", [""])[0]) == 43, f"{name}: there is no code")
    expect(answer.get("state") == [ASKED["state"]], f"{name}: the state is {answer.get('state')}")
    expect("iss" in answer, f"{name}: the issuer is not named")
    left = [cookie["name"] for cookie in driver.get_cookies()]
    expect(left == [], f"{name}: cookies stay: {left}")


def check_cross_site(driver, url, email, password):
    """A page of another origin sends our form; localhost and 127.0.0.1 are two sites."""
    elsewhere = url.replace("127.0.0.1", "localhost")
    typed = {"email": email, "password": password}
    driver.get(address(url, f"{url}/callback"))
    fields = {
        field.get_attribute("name"): field.get_attribute("value")
        for field in driver.find_elements(By.CSS_SELECTOR, "form:first-of-type input[type=hidden]")
    }
    with browser.refused(driver, "/nowhere", status=404):
        driver.get(f"{elsewhere}/nowhere")
    with browser.refused(driver, "/oauth2/authorize"):
        driver.execute_script(FORGE, f"{url}/oauth2/authorize", fields | typed)
        until(lambda: "/oauth2/authorize" in driver.current_url, "the forged form arrives")
    expect("comes from another site" in driver.page_source, "a forged form is taken")


def check(url, email, password, folder):
    with browser.chromium() as driver:
        check_pages(driver, url, email, folder)
        with browser.refused(driver, "/callback", status=404):
            check_sign_in(driver, url, email, password, "with scripts")
        check_cross_site(driver, url, email, password)
    with browser.chromium(scripts=False) as driver:
        with browser.refused(driver, "/callback", status=404):
            check_sign_in(driver, url, email, password, "without scripts")


def main(url, email, password, folder):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    return report(check, url, email, password, folder)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
