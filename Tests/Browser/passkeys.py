"""Keeps a passkey in Chromium's virtual authenticator, and signs in with it on the real page.

    passkeys.py URL EMAIL PASSWORD FOLDER

URL is the server's public one, and names localhost: browsers keep no passkeys for an address.
Writes pictures of the page into FOLDER, and ends with 1 and one line for each thing that is wrong.
"""

import secrets
import sys
from base64 import urlsafe_b64encode
from hashlib import sha256
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import browser
import requests
from selenium.webdriver.common.by import By
from selenium.webdriver.common.virtual_authenticator import (
    Protocol,
    Transport,
    VirtualAuthenticatorOptions,
)
from faults import report
from sign_in_page import ASKED, expect, is_gone, look, until

# The first is what a browser chooses; for the second it must be offered nothing else.
ALGORITHMS = {"ES256": -7, "RS256": -257}
NOT_ACCEPTED = "This passkey was not accepted"
NOT_USED = "No passkey was used. Try again, or sign in with your password."
NOT_HERE = "Passkeys do not work at this address. Sign in with your password."

# As any site does it, with nothing but what the server says.
CREATE = """
    const [options, done] = arguments;
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    navigator.credentials.create({publicKey})
        .then(credential => done(credential.toJSON()), error => done({error: error.name}));
"""

# What the page's script does, but content with a user whom nobody verified.
SIGN_UNVERIFIED = """
    const [done] = arguments;
    const form = document.getElementById("passkey");
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
        challenge: form.dataset.challenge,
        rpId: form.dataset.rpId,
        userVerification: "discouraged",
    });
    navigator.credentials.get({publicKey}).then(credential => {
        const {id, response} = credential.toJSON();
        const answers = {
            credential_id: id,
            client_data: response.clientDataJSON,
            authenticator_data: response.authenticatorData,
            signature: response.signature,
            user_handle: response.userHandle,
        };
        for (const [name, value] of Object.entries(answers)) {
            form.elements.namedItem(name).value = value;
        }
        done(null);
    }, error => done(error.name));
"""


class Member:
    """The parent, as an app that is signed in with the password."""

    def __init__(self, url, email, password):
        self.url = url
        self.email = email
        self.password = password
        self.http = requests.Session()
        self.http.trust_env = False
        login = self.call("POST", "login", {"email": email, "password": password})
        self.http.headers["Authorization"] = f"Bearer {login['token']}"

    def call(self, method, path, body=None):
        answer = self.http.request(method, f"{self.url}/api/v1/auth/{path}", json=body, timeout=60)
        if not answer.ok:
            raise RuntimeError(f"{method} {path}: {answer.status_code} {answer.text}")
        return answer.json() if answer.content else None

    def passkeys(self):
        return self.call("GET", "passkeys")["passkeys"]

    def events(self):
        """What happened to the account, the newest first."""
        return [event["kind"] for event in self.call("GET", "events?limit=100")["events"]]

    def redeem(self, code, verifier, redirect):
        """What the app that was signed in to gets for its code, and who it then is."""
        form = {
            "grant_type": "authorization_code",
            "client_id": ASKED["client_id"],
            "code": code,
            "code_verifier": verifier,
            "redirect_uri": redirect,
        }
        app = requests.Session()
        app.trust_env = False
        answer = app.post(f"{self.url}/oauth2/token", data=form, timeout=60)
        if not answer.ok:
            return answer.text
        token = answer.json()["access_token"]
        headers = {"Authorization": f"Bearer {token}"}
        me = app.get(f"{self.url}/api/v1/auth/me", headers=headers, timeout=60)
        return me.json().get("email", me.text)


def new_authenticator(driver):
    """A phone or a computer that keeps passkeys itself, and knows whose finger it is."""
    if driver.virtual_authenticator_id:
        driver.remove_virtual_authenticator()
    driver.add_virtual_authenticator(
        VirtualAuthenticatorOptions(
            protocol=Protocol.CTAP2,
            transport=Transport.INTERNAL,
            has_resident_key=True,
            has_user_verification=True,
            is_user_verified=True,
        )
    )


def count(driver):
    """How often the authenticator's only passkey signed."""
    (credential,) = driver.get_credentials()
    return credential.sign_count


def callback(url):
    """Where the app waits: in truth the server itself, which knows no such page."""
    return f"http://127.0.0.1:{urlsplit(url).port}/callback"


def open_page(driver, url, at=None):
    """Opens the page as an app does, and returns what redeems its code."""
    verifier = secrets.token_urlsafe(48)
    challenge = urlsafe_b64encode(sha256(verifier.encode()).digest()).decode().rstrip("=")
    asked = ASKED | {"redirect_uri": callback(url), "code_challenge": challenge}
    driver.get(f"{at or url}/oauth2/authorize?{urlencode(asked)}")
    return verifier


def passkey_form(driver):
    return driver.find_element(By.ID, "passkey")


def press(driver):
    passkey_form(driver).find_element(By.TAG_NAME, "button").click()


def add_passkey(driver, member, name, algorithm):
    """Makes a passkey with the server's options; what went wrong, if the browser makes none."""
    options = member.call("POST", "passkeys/options")
    if algorithm == ALGORITHMS["RS256"]:
        offered = options["pubKeyCredParams"]
        options["pubKeyCredParams"] = [kind for kind in offered if kind["alg"] == algorithm]
    made = driver.execute_async_script(CREATE, options)
    if "error" in made:
        return made["error"]
    used = made["response"]["publicKeyAlgorithm"]
    expect(used == algorithm, f"{name}: the algorithm is {used}")
    wanted = {"name": name, "credential": made, "password": member.password}
    added = member.call("POST", "passkeys", wanted)
    expect(added["name"] == name, f"{name}: the answer is {added}")
    return None


def check_code(driver, member, verifier, what):
    """The browser is back at the app, which gets a token for what it is told."""
    until(lambda: "/callback" in driver.current_url, f"{what}: the browser goes back to the app")
    address = driver.current_url
    redirect = callback(member.url)
    expect(address.startswith(f"{redirect}?"), f"{what}: the browser is at {address}")
    answer = parse_qs(urlsplit(address).query)
    code = answer.pop("code", [""])[0]
    expect(len(code) == 43, f"{what}: there is no code in {address}")
    rest = {"state": [ASKED["state"]], "iss": [member.url]}
    expect(answer == rest, f"{what}: beside the code there is {answer}")
    who = member.redeem(code, verifier, redirect)
    expect(who == member.email, f"{what}: the token is that of {who}")


def sign_in(driver, member, what):
    """Signs in with one press of the button."""
    verifier = open_page(driver, member.url)
    press(driver)
    check_code(driver, member, verifier, what)


def check_message(driver, sentence, what):
    """The page's script says what is wrong, and nothing is sent."""
    message = driver.find_element(By.ID, "passkey-message")
    until(lambda: message.is_displayed() and message.text, f"{what}: the page says something")
    expect(message.text == sentence, f"{what}: the page says {message.text}")
    button = passkey_form(driver).find_element(By.TAG_NAME, "button")
    until(button.is_enabled, f"{what}: the button can be pressed again")
    expect("/oauth2/authorize?" in driver.current_url, f"{what}: at {driver.current_url}")


def check_refused(driver, page, what):
    """The server has the page shown again, with its sentence."""
    until(lambda: is_gone(page), f"{what}: the form is sent")
    alert = driver.find_element(By.CSS_SELECTOR, "#problem").text
    expect(alert == NOT_ACCEPTED, f"{what}: the alert is {alert}")
    expect("code=" not in driver.current_url, f"{what}: at {driver.current_url}")


def check_life(driver, member, name, algorithm):
    """From the making of a passkey to its second use."""
    new_authenticator(driver)
    open_page(driver, member.url)
    fault = add_passkey(driver, member, name, algorithm)
    expect(fault is None, f"{name}: the browser makes no passkey: {fault}")
    again = add_passkey(driver, member, name, algorithm)
    expect(again == "InvalidStateError", f"{name}: made twice on one authenticator: {again}")
    before = count(driver)
    for use in (1, 2):
        sign_in(driver, member, f"{name}, use {use}")
        expect(count(driver) == before + use, f"{name}, use {use}: signed {count(driver)} times")
    (kept,) = [passkey for passkey in member.passkeys() if passkey["name"] == name]
    expect("lastUsedAt" in kept, f"{name}: its use is not told: {kept}")


def check_unverified(driver, member):
    """Nobody is signed in whom the authenticator does not know; once it does, the page goes on."""
    driver.set_user_verified(False)
    verifier = open_page(driver, member.url)
    press(driver)
    check_message(driver, NOT_USED, "unverified")
    driver.set_user_verified(True)
    press(driver)
    check_code(driver, member, verifier, "verified at last")

    open_page(driver, member.url)
    fault = driver.execute_async_script(SIGN_UNVERIFIED)
    expect(fault is None, f"the authenticator signs for nobody: {fault}")
    page = driver.find_element(By.TAG_NAME, "html")
    driver.execute_script("document.getElementById('passkey').submit()")
    check_refused(driver, page, "a signature for nobody")


def check_copy(driver, member):
    """A copy of the passkey does not know how often the other one signed since."""
    (copied,) = driver.get_credentials()
    sign_in(driver, member, "after it was copied")
    driver.remove_all_credentials()
    driver.add_credential(copied)
    open_page(driver, member.url)
    page = driver.find_element(By.TAG_NAME, "html")
    press(driver)
    check_refused(driver, page, "a copy")
    newest = member.events()[0]
    expect(newest == "passkey_cloned", f"a copy is told as {newest}")


def check_removed(driver, member):
    """What the account no longer has signs nobody in, though the authenticator keeps it."""
    for passkey in member.passkeys():
        member.call("DELETE", f"passkeys/{passkey['passkeyId']}")
    open_page(driver, member.url)
    page = driver.find_element(By.TAG_NAME, "html")
    press(driver)
    check_refused(driver, page, "a passkey that was removed")


def check_address(driver, member):
    """The page by its address is no place for passkeys of its name."""
    open_page(driver, member.url, at=member.url.replace("localhost", "127.0.0.1"))
    press(driver)
    check_message(driver, NOT_HERE, "by its address")


def check(url, email, password, folder):
    member = Member(url, email, password)
    # Where the app would wait there is no page; and a browser wants both algorithms.
    with browser.chromium(known=("/callback", "pubKeyCredParams")) as driver:
        open_page(driver, url)
        expect(passkey_form(driver).is_displayed(), "no passkey is asked for")
        look(driver, "passkey", folder)
        for name, algorithm in ALGORITHMS.items():
            check_life(driver, member, name, algorithm)
        check_unverified(driver, member)
        check_copy(driver, member)
        check_removed(driver, member)
        check_address(driver, member)
        look(driver, "passkey-not-here", folder)
    with browser.chromium(scripts=False) as driver:
        open_page(driver, url)
        expect(not passkey_form(driver).is_displayed(), "without scripts a passkey is asked for")


def main(url, email, password, folder):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    return report(check, url, email, password, folder)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
