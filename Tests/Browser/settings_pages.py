"""Settles everything that settings settle, each time in a household of its own.

    settings_pages.py URL FOLDER HAND WIDTH

HAND is mouse, or keyboard, which does without scripts. At 1280 the mouse writes pictures of pages
into FOLDER. Ends with 1 and one line for each thing that is wrong.
"""

import base64
import hashlib
import hmac
import html
import re
import secrets
import struct
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import browser
import requests
from faults import report
from pages import tab_to, text
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from sign_in_page import ASKED, address, expect, focus, is_gone, look, until

PASSWORD = "password123"
CENTRE = "arguments[0].scrollIntoView({block: 'center'})"
# What the challenge of ASKED was made of (RFC 7636, appendix B).
VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"


class Mouse:
    """Presses what it sees, and types where it has pressed."""

    def __init__(self, driver):
        self.driver = driver

    def find(self, tag, words):
        for element in self.driver.find_elements(By.CSS_SELECTOR, f"main {tag}"):
            if element.get_attribute("textContent") == words and element.is_displayed():
                # The tabs of a phone stand before what is at its lower end.
                self.driver.execute_script(CENTRE, element)
                return element
        raise LookupError(f"no {tag} says {words}")

    def press(self, tag, words):
        self.find(tag, words).click()

    def type(self, field, value):
        element = self.driver.find_element(By.ID, field)
        if element.tag_name == "input":
            element.clear()
        element.send_keys(value)

    def tick(self, name):
        self.driver.find_element(By.NAME, name).click()


class Keyboard:
    """Comes to everything by the tab key."""

    def __init__(self, driver):
        self.driver = driver

    def press(self, tag, words):
        element = tab_to(self.driver, tagName=tag.upper(), textContent=words)
        element.send_keys(Keys.ENTER)

    def type(self, field, value):
        element = tab_to(self.driver, id=field)
        if element.tag_name == "input":
            element.send_keys(Keys.CONTROL + "a" + Keys.NULL)
        element.send_keys(value)

    def tick(self, name):
        tab_to(self.driver, name=name).send_keys(Keys.SPACE)


class Visit:
    """A parent in a household of its own, by one browser and one hand."""

    def __init__(self, driver, url, hand, pictures):
        self.driver, self.url, self.hand = driver, url, hand
        self.pictures = pictures
        self.http = requests.Session()
        self.http.trust_env = False
        self.email = f"ana-{secrets.token_hex(6)}@example.com"
        who = {"email": self.email, "password": PASSWORD, "first_name": "Ana", "last_name": "Doe"}
        self.token = self.post("/api/auth/register", json=who)["access_token"]

    def post(self, path, **body):
        answer = self.http.post(f"{self.url}{path}", timeout=60, **body)
        if not answer.ok:
            raise RuntimeError(f"{path}: {answer.status_code} {answer.text}")
        return answer.json()

    def is_known(self, token):
        headers = {"Authorization": f"Bearer {token}"}
        answer = self.http.get(f"{self.url}/api/auth/me", headers=headers, timeout=60)
        return answer.status_code == 200

    def open(self, page):
        self.driver.get(f"{self.url}/app/{page}")

    def send(self, words, tag="button"):
        """Presses what sends a form or leads on, and waits until the page is another one."""
        page = self.driver.find_element(By.TAG_NAME, "html")
        self.hand.press(tag, words)
        until(lambda: is_gone(page), f"{words} goes somewhere")

    def type(self, **fields):
        for field, value in fields.items():
            self.hand.type(field.replace("__", "-"), value)

    def expect_at(self, page):
        until(lambda: self.driver.current_url == f"{self.url}/app{page}", f"it comes to {page}")

    def expect_notice(self, words):
        notice = text(self.driver, ".notice.good")
        expect(words in notice, f"no word that {words}: {notice}")

    def look(self, name):
        if self.pictures is None:
            return
        look(self.driver, name, self.pictures)
        browser.show_at(self.driver, max(browser.WIDTHS))

    def sign_in(self, email, password=PASSWORD):
        self.open("sign-in")
        self.type(email=email, password=password)
        self.send("Sign in")

    def sign_out(self):
        self.open("more")
        self.send("Sign out")
        self.expect_at("/sign-in")

    def listed(self, card):
        rows = self.driver.find_elements(By.CSS_SELECTOR, f"#{card} ~ .list > li .what")
        return [row.text for row in rows]


def code(secret):
    """What an authenticator app shows now (RFC 6238)."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", int(time.time()) // 30), hashlib.sha1).digest()
    place = digest[-1] & 15
    number = struct.unpack(">I", digest[place : place + 4])[0] & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"


def app_token(visit):
    """Signs an app in on its own page, and answers the token that it gets."""
    back = f"http://127.0.0.1:{urlsplit(visit.url).port}/callback"
    page = visit.http.get(address(visit.url, back), timeout=60).text
    fields = re.findall(r'<input type="hidden" name="([^"]*)"\s+value="([^"]*)">', page)
    form = {name: html.unescape(value) for name, value in fields if value}
    form |= {"email": visit.email, "password": PASSWORD}
    answer = visit.http.post(
        f"{visit.url}/oauth2/authorize", data=form, allow_redirects=False, timeout=60
    )
    given = parse_qs(urlsplit(answer.headers.get("Location", "")).query)
    if "code" not in given:
        raise RuntimeError(f"no app signs in: {answer.status_code} {answer.text}")
    redeemed = {
        "grant_type": "authorization_code",
        "client_id": ASKED["client_id"],
        "code": given["code"][0],
        "code_verifier": VERIFIER,
        "redirect_uri": back,
    }
    return visit.post("/oauth2/token", data=redeemed)["access_token"]


def check_banks(visit):
    """A bank is linked, read, loses an account, and has it again by a new sign-in."""
    visit.open("settings/accounts")
    visit.send("Link the sandbox bank")
    visit.expect_notice("The bank is linked")
    linked = ["Primary Checking", "Savings", "Credit Card"]
    expect(visit.listed("accounts") == linked, f"linked are {visit.listed('accounts')}")
    visit.look("settings-accounts-linked")
    visit.send("Read the banks now")
    visit.expect_notice("The banks were read")
    visit.hand.press("summary", "Unlink Credit Card")
    visit.send("Unlink Credit Card")
    visit.expect_notice("The account is unlinked")
    expect(visit.listed("accounts") == linked[:2], f"left are {visit.listed('accounts')}")
    visit.send("Sign in to Plaid Sandbox again")
    expect(visit.listed("accounts") == linked, f"back are {visit.listed('accounts')}")


def check_notifications(visit):
    """What is to be told is kept."""
    visit.open("settings/notifications")
    driver = visit.driver
    was = driver.find_element(By.NAME, "sync_alerts").is_selected()
    visit.type(large_transaction_threshold="250", spending_summary="every mor")
    visit.hand.tick("sync_alerts")
    visit.send("Keep")
    visit.expect_notice("as you want it")
    visit.open("settings/notifications")
    values = [
        driver.find_element(By.NAME, name).get_attribute("value")
        for name in ("large_transaction_threshold", "spending_summary")
    ]
    expect(values == ["250", "daily"], f"kept is {values}")
    is_ticked = driver.find_element(By.NAME, "sync_alerts").is_selected()
    expect(is_ticked != was, "the tick is not kept")


def check_sessions(visit):
    """A session and the access of an app end, and nothing else does."""
    app = app_token(visit)
    visit.open("settings/sessions")
    expect("purser-native" in text(visit.driver, "main"), "the app is not listed")
    for token, other in ((visit.token, app), (app, None)):
        visit.hand.press("summary", "Sign out there")
        visit.send("Sign out")
        visit.expect_notice("That session has ended")
        expect(not visit.is_known(token), "a session that was ended goes on")
        expect(other is None or visit.is_known(other), "another session has ended too")
    expect("None. An app" in text(visit.driver, "main"), "the app is still listed")


def check_factor(visit):
    """A second factor goes on, is asked for calmly, takes a recovery code, and goes off."""
    driver = visit.driver
    visit.open("settings/sign-in")
    visit.type(begin__password=PASSWORD)
    visit.send("Begin")
    visit.look("settings-factor-begun")
    visit.type(confirm__code=code(text(driver, ".secret")))
    visit.send("Turn it on")
    visit.look("settings-factor-codes")
    codes = [item.text for item in driver.find_elements(By.CSS_SELECTOR, ".codes li")]
    expect(len(codes) == 10, f"there are {len(codes)} recovery codes")

    visit.sign_out()
    visit.sign_in(visit.email)
    expect(text(driver, "h1") == "Your code", "no code is asked for")
    for selector in ("[role=alert]", ".error", "[type=password]"):
        expect(not driver.find_elements(By.CSS_SELECTOR, selector), f"{selector} is there")
    until(lambda: focus(driver) == "code", "typing begins at the code")
    visit.look("sign-in-code")
    visit.type(code="000000")
    with browser.refused(driver, "/app/sign-in", status=401):
        visit.send("Sign in")
    expect("The code is wrong" in text(driver, "#code-problem"), "any code will do")
    visit.look("sign-in-code-wrong")
    visit.type(code=codes[0])
    visit.send("Sign in")
    visit.expect_at("")

    visit.open("settings/sign-in")
    visit.hand.press("summary", "Turn it off")
    visit.type(off__password=PASSWORD, off__code=codes[1])
    visit.send("Turn it off")
    visit.expect_notice("The second factor is off")


def check_export(visit, folder):
    """The file arrives, with what the bank told in it."""
    visit.driver.execute_cdp_cmd(
        "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": folder}
    )
    visit.open("settings/data")
    visit.hand.press("a", "A table (CSV)")

    def arrived():
        return [path for path in Path(folder).iterdir() if path.suffix == ".csv"]

    until(arrived, "the file arrives")
    lines = arrived()[0].read_text(encoding="utf-8").splitlines()
    expect(len(lines) > 10, f"the file has {len(lines)} lines")


def check_joining(visit):
    """A second parent is invited, and comes in with the code."""
    driver = visit.driver
    second = f"ben-{secrets.token_hex(6)}@example.com"
    visit.open("settings/household")
    visit.type(email=second)
    visit.send("Invite")
    given = text(driver, ".secret")
    visit.sign_out()
    visit.send("I have an invitation", tag="a")
    visit.expect_at("/join")
    visit.look("join")
    visit.type(code="nothing", firstName="Ben", lastName="Doe", join__password="7 green parrots")
    with browser.refused(driver, "/app/join"):
        visit.send("Join")
    expect("no open invitation" in text(driver, "#code-problem"), "any code is taken")
    kept = driver.find_element(By.ID, "firstName").get_attribute("value")
    expect(kept == "Ben", f"what was typed was lost: {kept}")
    visit.look("join-wrong")
    visit.type(code=given, join__password="7 green parrots")
    visit.send("Join")
    visit.expect_at("")
    visit.open("settings/household")
    members = text(driver, "main")
    expect("Ana Doe" in members and "Ben Doe" in members, "the second parent is not there")
    return second


def check_deletion(visit, email):
    """Who types its address is gone: it does not sign in any more."""
    visit.open("settings/data")
    visit.hand.press("summary", "Delete my account")
    visit.type(confirmation=email)
    visit.send("Delete me for good")
    visit.expect_at("/sign-in")
    with browser.refused(visit.driver, "/app/sign-in", status=401):
        visit.sign_in(email, "7 green parrots")
    expect("is wrong" in text(visit.driver, "#problem"), "who was deleted signs in")
    visit.sign_in(visit.email)
    visit.open("settings/household")
    expect(email not in text(visit.driver, "main"), "who was deleted is still listed")


def check(url, folder, hand, width):
    is_mouse = hand == "mouse"
    with browser.chromium(scripts=is_mouse) as driver, tempfile.TemporaryDirectory() as files:
        browser.show_at(driver, width)
        hands = Mouse(driver) if is_mouse else Keyboard(driver)
        pictures = folder if is_mouse and width == max(browser.WIDTHS) else None
        visit = Visit(driver, url, hands, pictures)
        visit.sign_in(visit.email)
        visit.expect_at("")
        check_banks(visit)
        check_notifications(visit)
        check_sessions(visit)
        check_factor(visit)
        check_export(visit, files)
        check_deletion(visit, check_joining(visit))


def main(url, folder, hand, width):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    return report(check, url, folder, hand, int(width))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
