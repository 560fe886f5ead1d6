"""Looks at pages of the web app that stay open while others do something, and searches in them.

    live_pages.py URL EMAIL PASSWORD FOLDER

Ends with 1 and one line for each thing that is wrong.
"""

import http.client
import json
import sys
from contextlib import ExitStack, closing
from pathlib import Path
from urllib.parse import urlsplit

import browser
from faults import report
from pages import sign_in, tab_to
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from sign_in_page import expect, fill, look, until

CHILD = {"email": "cleo@example.com", "password": "password123"}
# What a page that is loaded again has not.
STAYS = "window.stays = true"
STAYED = "return window.stays === true"
NEWS = "return document.documentElement.dataset.news"
SETTLES = "return 'settling' in document.getElementById('main').dataset"
CONTENT = "return document.querySelector(arguments[0])?.textContent ?? ''"
WORKS = "return navigator.serviceWorker.controller !== null"
CARET = "return [document.activeElement.name, document.activeElement.selectionStart]"
HIDE = """
Object.defineProperty(document, "hidden", { value: arguments[0], configurable: true });
document.dispatchEvent(new Event("visibilitychange"));
"""
# Nobody waits as long as a page does.
HASTE = "{ const own = window.setInterval; window.setInterval = (work) => own(work, 300); }"
PLACES = 8
# What is bought each month in the demo household.
BOUGHT = "Netflix"


class Server:
    """What others do, by the API."""

    def __init__(self, url, email, password):
        self.address = urlsplit(url).netloc
        self.parent = self.token({"email": email, "password": password})
        names = {"firstName": "Cleo", "lastName": "Doe", "weeklyAllowance": 10}
        child = self.call(self.parent, "POST", "/api/v1/auth/register/child", CHILD | names)
        self.child_id = child["childId"]
        self.child = self.token(CHILD)
        rule = {"category": "fun", "monthly_limit_cents": 0, "user_id": child["userId"]}
        self.call(self.parent, "POST", "/rules", rule)

    def call(self, token, method, path, body=None):
        with closing(http.client.HTTPConnection(self.address, timeout=30)) as connection:
            headers = {"Content-Type": "application/json"}
            if token is not None:
                headers["Authorization"] = f"Bearer {token}"
            connection.request(method, path, json.dumps(body) if body else None, headers)
            answer = connection.getresponse()
            content = answer.read()
            if answer.status >= 400:
                raise RuntimeError(f"{method} {path}: {answer.status} {content}")
            return json.loads(content) if content else None

    def token(self, who):
        return self.call(None, "POST", "/api/v1/auth/login", who)["token"]

    def ask(self, merchant):
        """The child asks for something that it may not buy."""
        purchase = {"amount_cents": 1290, "merchant": merchant, "category": "fun"}
        self.call(self.child, "POST", "/guardian/authorize", purchase)

    def refuse_all(self):
        """The parent answers on another device."""
        for approval in self.call(self.parent, "GET", "/guardian/approvals?state=pending"):
            path = f"/guardian/approvals/{approval['id']}"
            self.call(self.parent, "POST", path, {"decision": "refuse"})

    def pay(self, amount):
        moved = {"amount": amount, "type": "Credit", "description": "Money"}
        self.call(self.parent, "POST", "/api/v1/transactions", moved | {"childId": self.child_id})

    def open_stream(self):
        """What holds a stream of the parent's open; empty where there are too many."""
        connection = http.client.HTTPConnection(self.address, timeout=30)
        headers = {"Authorization": f"Bearer {self.parent}"}
        connection.request("GET", "/guardian/events", None, headers)
        answer = connection.getresponse()
        if answer.status == 200:
            return [connection, answer]
        connection.close()
        return []

    def hold_all_streams(self, stack):
        """Takes every place, once those of pages that were left are free."""
        held = []

        def are_held():
            stream = self.open_stream()
            for part in stream:
                stack.enter_context(closing(part))
            held.extend(stream[:1])
            return len(held) == PLACES

        until(are_held, "all places are free")
        expect(not self.open_stream(), "there are more places than were taken")


def content(driver, selector):
    """The text of an element that may be replaced at any time; empty where there is none."""
    return driver.execute_script(CONTENT, selector)


def is_shown(driver, part, words):
    return words in content(driver, f"[data-live='{part}']")


def said(driver):
    return content(driver, "#said")


def check_told(driver, url, server, folder):
    """What a child asks is on the parent's page at once, and gone once it was answered."""
    driver.get(f"{url}/app")
    until(lambda: driver.execute_script(WORKS), "the worker stands before the pages")
    driver.get(f"{url}/app")
    until(lambda: driver.execute_script(NEWS) == "told", "the page is told what is new")
    driver.execute_script(STAYS)
    server.ask("Corner Books")
    until(lambda: is_shown(driver, "approvals", "Corner Books"), "what is asked is shown")
    until(lambda: is_shown(driver, "rail /app", "1"), "what waits is counted")
    expect("Corner Books" in said(driver), f"nothing is said: {said(driver)}")
    look(driver, "today-asked", folder)

    # Whoever is about to press a button keeps it.
    button = driver.find_element(By.CSS_SELECTOR, "[data-live=approvals] button")
    driver.execute_script("arguments[0].focus()", button)
    server.ask("Toy Shop")
    until(lambda: "2 purchases" in said(driver), "a second question is said")
    expect(driver.switch_to.active_element == button, "the focus is lost")
    driver.execute_script("arguments[0].blur()", button)
    until(lambda: is_shown(driver, "approvals", "Toy Shop"), "the second question is shown")
    first = content(driver, "[data-live=approvals] section")
    expect("Corner Books" in first, "the newer question takes the place of the older one")

    server.refuse_all()
    until(lambda: not is_shown(driver, "approvals", "?"), "what was answered is gone")
    until(lambda: not is_shown(driver, "rail /app", "1"), "what was answered is counted")
    until(lambda: not driver.execute_script(SETTLES), "the page settles")
    expect(driver.execute_script(STAYED), "the page was loaded again")


def check_pressing(driver, url, server):
    """What came to the page is answered on it."""
    server.ask("Arcade")
    until(lambda: is_shown(driver, "approvals", "Arcade"), "what is asked is shown")
    until(lambda: not driver.execute_script(SETTLES), "the page settles")
    driver.find_element(By.CSS_SELECTOR, "button[value=refuse]").click()
    until(lambda: not driver.execute_script(STAYED), "the answer is sent")
    until(lambda: not is_shown(driver, "approvals", "Arcade"), "the answer is taken")
    place = driver.current_url
    expect(place.startswith(f"{url}/app?answered="), f"it goes on at {place}")
    expect("Refused: Arcade" in content(driver, "main"), "what was done is not said")


def check_typing(driver, url, server):
    """Money moves beside a form that somebody fills in."""
    driver.get(f"{url}/app/family")
    until(lambda: driver.execute_script(NEWS) == "told", "the family is told what is new")
    driver.execute_script(STAYS)
    driver.find_element(By.CSS_SELECTOR, "#add summary").click()
    fill(driver, firstName="Dan")
    server.pay(7)
    until(lambda: is_shown(driver, "children", "$7.00"), "the payment is shown")
    typed = driver.execute_script(CARET)
    expect(typed == ["firstName", 3], f"the caret is at {typed}")
    name = driver.find_element(By.NAME, "firstName").get_attribute("value")
    expect(name == "Dan", f"what was typed was lost: {name}")
    expect(driver.execute_script(STAYED), "the family was loaded again")


def check_hidden(driver, url, server):
    """A hidden page holds no stream, and sees what it missed."""
    driver.get(f"{url}/app/buy")
    until(lambda: driver.execute_script(NEWS) == "told", "any page is told what waits")
    driver.execute_script(STAYS)
    driver.execute_script(HIDE, True)
    expect(driver.execute_script(NEWS) == "asked", "a hidden page holds a stream")
    server.ask("Cinema")
    driver.execute_script(HIDE, False)
    until(lambda: is_shown(driver, "rail /app", "1"), "what waits is counted")
    until(lambda: driver.execute_script(NEWS) == "told", "a page is told again")
    expect(driver.execute_script(STAYED), "the page was loaded again")
    server.refuse_all()


def check_asked(driver, url, server):
    """Where there is no place for a stream, the page asks; where there is one, it is told again."""
    driver.get("about:blank")
    script = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": HASTE})
    with ExitStack() as stack:
        server.hold_all_streams(stack)
        with browser.refused(driver, "/app/events", status=429):
            driver.get(f"{url}/app")
        driver.execute_script(STAYS)
        server.ask("Book Fair")
        until(lambda: is_shown(driver, "approvals", "Book Fair"), "the page asks what is new")
        expect(driver.execute_script(NEWS) == "asked", "there is a stream too many")
        expect(driver.execute_script(STAYED), "the page was loaded again")
    until(lambda: driver.execute_script(NEWS) == "told", "the page is told once there is a place")
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    server.refuse_all()


def check_balances(driver, url, server):
    """Accounts come, and their transactions with them."""
    driver.get(f"{url}/app")
    until(lambda: driver.execute_script(NEWS) == "told", "the page is told what is new")
    driver.execute_script(STAYS)
    server.call(server.parent, "POST", "/transactions/sync", {"demoSeed": True})
    until(lambda: is_shown(driver, "balances", "Checking"), "the accounts are shown")
    expect(driver.execute_script(STAYED), "the page was loaded again")


def check_search(driver, url, name):
    """Each word that is typed finds, and the page with it has an address."""
    driver.get(f"{url}/app/transactions")
    driver.execute_script(STAYS)
    field = driver.find_element(By.ID, "q")
    field.send_keys(name[0] + name[2:])
    until(lambda: "q=" in driver.current_url, "the address has what is typed")
    field.send_keys(Keys.HOME, Keys.ARROW_RIGHT, name[1])
    expected = f"{url}/app/transactions?q={name}"
    until(lambda: driver.current_url == expected, "the address has the name")
    until(lambda: is_shown(driver, "results", name), f"{name} is found")
    expect(driver.execute_script(CARET) == ["q", 2], f"it is at {driver.execute_script(CARET)}")
    expect("fit" in said(driver), f"how many are found is not said: {said(driver)}")
    expect(said(driver) in content(driver, ".head"), "another number is said than shown")
    expect(driver.execute_script(STAYED), "the page was loaded again")

    address = driver.current_url
    driver.find_element(By.PARTIAL_LINK_TEXT, name).click()
    until(lambda: driver.find_elements(By.TAG_NAME, "aside"), "one of them opens")
    driver.back()
    until(lambda: driver.current_url == address, "the way back leads to the search")
    typed = driver.find_element(By.ID, "q").get_attribute("value")
    expect(typed == name, f"the search was lost: {typed}")
    expect(is_shown(driver, "results", name), "nothing is found on the way back")
    driver.forward()
    until(lambda: driver.find_elements(By.TAG_NAME, "aside"), "the way forward leads to it")
    driver.get(address)
    expect(is_shown(driver, "results", name), "the address finds nothing by itself")

    driver.execute_script(STAYS)
    driver.find_element(By.CSS_SELECTOR, "form[data-finds] summary").click()
    with browser.refused(driver, "/app/transactions"):
        driver.find_element(By.NAME, "least").send_keys("a lot")
        said_wrong = "must be an amount"
        until(lambda: said_wrong in content(driver, "#q-problem"), "no word of what is wrong")
    expect(is_shown(driver, "results", name), "what was found is gone for what is half typed")
    driver.find_element(By.NAME, "least").send_keys(Keys.CONTROL + "a", Keys.BACKSPACE)
    driver.find_element(By.ID, "q").send_keys(Keys.CONTROL + "a", Keys.BACKSPACE)
    until(lambda: driver.current_url == f"{url}/app/transactions", "nothing is looked for")
    until(lambda: driver.find_elements(By.CSS_SELECTOR, "main nav"), "the months are listed again")
    expect(driver.execute_script(STAYED), "the page was loaded again")


def check_without_scripts(url, email, password, name):
    """The search is a form."""
    with browser.chromium(scripts=False) as driver:
        browser.show_at(driver, max(browser.WIDTHS))
        sign_in(driver, url, email, password)
        for width in browser.WIDTHS:
            browser.show_at(driver, width)
            driver.get(f"{url}/app/transactions")
            tab_to(driver, id="q").send_keys(name + Keys.ENTER)
            until(lambda: "q=" in driver.current_url, f"at {width} the form is sent")
            is_found = is_shown(driver, "results", name)
            expect(is_found, f"at {width} {name} is not found without scripts")


def check(url, email, password, folder):
    server = Server(url, email, password)
    with browser.chromium() as driver:
        browser.show_at(driver, 1280)
        sign_in(driver, url, email, password)
        check_told(driver, url, server, folder)
        check_pressing(driver, url, server)
        check_typing(driver, url, server)
        check_hidden(driver, url, server)
        check_asked(driver, url, server)
        check_balances(driver, url, server)
        check_search(driver, url, BOUGHT)
    check_without_scripts(url, email, password, BOUGHT)


def main(url, email, password, folder):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    return report(check, url, email, password, folder)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
