"""A child's own pages: what it has, what happened, what it may buy, and its chores."""

import http.client
import json
from contextlib import closing
from urllib.parse import urlsplit

from family_pages import CHILD, press
from pages import send, sign_in, tab_to, text
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from sign_in_page import expect, fill, is_gone, look, until

RAIL = ["Mine", "What happened", "May I buy this?", "Chores", "More"]
FILLED = ("merchant", "amount")
PURCHASES = "[data-live='purchases']"
TABS = ["Mine", "Past", "Buy?", "Chores", "More"]


class Parent:
    """What the parent does on another device, by the API."""

    def __init__(self, url, email, password):
        self.address = urlsplit(url).netloc
        self.token = None
        signed_in = self.call("POST", "/api/v1/auth/login", email=email, password=password)
        self.token = signed_in["token"]
        children = self.call("GET", "/api/v1/families/current/children")["children"]
        self.child = next(child for child in children if child["email"] == CHILD[0])
        limit = {"category": "fun", "monthly_limit_cents": 2000, "user_id": self.child["userId"]}
        self.call("POST", "/rules", **limit)

    def call(self, method, path, **body):
        with closing(http.client.HTTPConnection(self.address, timeout=30)) as connection:
            headers = {"Content-Type": "application/json"}
            if self.token is not None:
                headers["Authorization"] = f"Bearer {self.token}"
            connection.request(method, path, json.dumps(body) if body else None, headers)
            answer = connection.getresponse()
            content = answer.read()
            if answer.status >= 400:
                raise RuntimeError(f"{method} {path}: {answer.status} {content}")
            return json.loads(content) if content else None

    def answer(self, decision):
        for approval in self.call("GET", "/guardian/approvals?state=pending"):
            self.call("POST", f"/guardian/approvals/{approval['id']}", decision=decision)


def follow(driver, selector):
    """Follows a link of the page, and waits for the next one."""
    page = driver.find_element(By.TAG_NAME, "html")
    driver.find_element(By.CSS_SELECTOR, selector).click()
    until(lambda: is_gone(page), f"{selector} leads somewhere")


def names(driver, selector):
    found = driver.find_elements(By.CSS_SELECTOR, selector)
    return [link.get_attribute("textContent").strip() for link in found]


def check_pages(driver, url, email, password, folder):
    """The child of the family's pages looks around, asks, is allowed, saves and buys."""
    parent = Parent(url, email, password)
    driver.delete_all_cookies()
    sign_in(driver, url, *CHILD)
    expect(text(driver, "h1") == "Hi Cleo", "the first page is not its own")
    expect(names(driver, ".rail > a:not(.brand)") == RAIL, "the rail has other places")
    expect(names(driver, ".tabs a") == TABS, "the tabs have other places")
    look(driver, "child-own", folder)
    check_saving(driver)
    check_buying(driver, url, parent, folder)
    follow(driver, ".rail a[href$='/past']")
    expect(text(driver, "h1") == "What happened", "the past has no page")
    expect("allowed once" in text(driver, "main"), "the past does not know what was allowed")
    look(driver, "child-past", folder)
    follow(driver, ".rail a[href$='/chores']")
    expect(text(driver, "h1") == "Chores", "the chores have no page")
    look(driver, "child-chores", folder)
    follow(driver, ".rail a[href$='/more']")
    look(driver, "child-more", folder)
    follow(driver, "main a[href$='/settings']")
    expect(text(driver, "h1") == "Settings", "the settings are not near")


def is_allowed(driver):
    """Whether the page says that something is; a part that is renewed has no box of its own."""
    part = driver.find_element(By.CSS_SELECTOR, PURCHASES)
    return "is allowed once" in part.get_attribute("textContent")


def check_saving(driver):
    """A goal is set, and something is put in for it."""
    goals = driver.find_element(By.ID, "goals")
    goals.find_element(By.XPATH, ".//summary[starts-with(., 'Save for something')]").click()
    fill(driver, name="Skateboard", targetAmount="20")
    press(driver, "create-goal")
    expect("$20.00 to go" in text(driver, "#goals"), "the goal is not there")
    goals = driver.find_element(By.ID, "goals")
    goals.find_element(By.XPATH, ".//summary[starts-with(., 'Put something in')]").click()
    goals.find_element(By.CSS_SELECTOR, "[id^='save-up-']").send_keys("5")
    press(driver, "save-up")
    expect("$15.00 to go" in text(driver, "#goals"), "nothing was saved")


def check_buying(driver, url, parent, folder):
    """What a parent says to a purchase is on the page that asked, and on the first one."""
    follow(driver, "#wallet a[href$='/buy']")
    fill(driver, merchant="Corner Arcade", amount="15", category="fun")
    send(driver)
    expect("Your parents were asked" in text(driver, ".answer ~ .notice"), "nobody was asked")
    parent.answer("approve")
    until(lambda: is_allowed(driver), "the child hears that it may")
    look(driver, "child-allowed", folder)
    driver.get(f"{url}/app")
    expect(is_allowed(driver), "its first page does not say so")
    follow(driver, f"{PURCHASES} a")
    typed = [driver.find_element(By.NAME, name).get_attribute("value") for name in FILLED]
    expect(typed == ["Corner Arcade", "15"], f"the form is not filled in: {typed}")
    send(driver)
    expect(text(driver, ".answer h2") == "Yes: a parent allowed it", "it may not buy it")
    driver.get(f"{url}/app")
    expect(not is_allowed(driver), "it may buy it again")


def check_keyboard(driver, url, name):
    """From the sign-in to the chores and out again, with the keyboard alone."""
    driver.delete_all_cookies()
    driver.get(f"{url}/app/sign-in")
    tab_to(driver, name="email").send_keys(CHILD[0])
    tab_to(driver, name="password").send_keys(CHILD[1] + Keys.ENTER)
    until(lambda: driver.current_url == f"{url}/app", f"{name}: the child is not signed in")
    expect(text(driver, "h1") == "Hi Cleo", f"{name}: the first page is not its own")
    for path in ("family/past", "family/chores", "buy", "more"):
        # The rail and the tabs lead to the same; the one that is seen has the focus.
        tab_to(driver, href=f"{url}/app/{path}").send_keys(Keys.ENTER)
        until(lambda path=path: driver.current_url == f"{url}/app/{path}", f"{name}: no {path}")
    tab_to(driver, href=f"{url}/app/settings").send_keys(Keys.ENTER)
    until(lambda: driver.current_url == f"{url}/app/settings", f"{name}: no settings")
