"""What was typed into the pages of the web app is not lost, and is done once.

The server is stopped and started again meanwhile, with the same address, database and keys.
"""

import os
import signal
import socket
import subprocess
from pathlib import Path
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

import browser
from ask_pages import called, seed
from pages import SESSION, text
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from sign_in_page import expect, fill, is_gone, until

# What is bought each month in the demo household.
BOUGHT = "Netflix"
CHILD = {"email": "dora@example.com", "password": "password123"}
WORKS = "return navigator.serviceWorker.controller !== null"
# What a form says, as it is sent by one of its buttons.
SAYS = """
const [id, name, value] = arguments;
const form = document.getElementById(id).form;
return [...new FormData(form), [name, value]];
"""


class Server:
    """The server that the browser looks at."""

    def __init__(self, url, pid, command):
        self.url = url
        self.pid = pid
        self.command = command
        self.child = None

    def answers(self):
        address = urlsplit(self.url)
        try:
            socket.create_connection((address.hostname, address.port), timeout=5).close()
        except OSError:
            return False
        return True

    def stop(self):
        os.kill(self.pid, signal.SIGTERM)
        if self.child is not None:
            self.child.wait()
        # Who started the first one takes notice of its end.
        until(lambda: not Path(f"/proc/{self.pid}").exists(), "the server is stopped")

    def start(self):
        self.child = subprocess.Popen(
            self.command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.pid = self.child.pid
        until(self.answers, "the server is started again")

    def end(self):
        """Ends what was started here."""
        if self.child is not None:
            self.child.kill()
            self.child.wait()


def add_child(url, email, password):
    """The address of a new child's page."""
    who = {"email": email, "password": password}
    token = called(url, "/api/v1/auth/login", who)["token"]
    names = {"firstName": "Dora", "lastName": "Doe", "weeklyAllowance": 0}
    child = called(url, "/api/v1/auth/register/child", CHILD | names, token)
    return f"{url}/app/family/{child['childId']}"


def write(driver, **typed):
    """Types over what is in fields, by their ids with _ for -."""
    for name, words in typed.items():
        field = driver.find_element(By.ID, name.replace("_", "-"))
        field.clear()
        field.send_keys(words)


def typed(driver, name):
    return driver.find_element(By.ID, name).get_attribute("value")


def press(driver, value):
    """Presses a button by what it sends, and waits for the next page."""
    page = driver.find_element(By.TAG_NAME, "html")
    driver.find_element(By.CSS_SELECTOR, f"main button[value='{value}']").send_keys(Keys.ENTER)
    until(lambda: is_gone(page), f"{value} goes somewhere")


def wallet(driver):
    return text(driver, "#wallet .figure")


def check_forms_of_a_page(driver, url, child):
    """Each form of a page has what was typed into it, and no other has."""
    driver.get(f"{url}/app/rules/policies/new")
    fill(driver, name="Half a policy")
    driver.get(child)
    write(driver, move_amount="25", assign_chore_title="Rake the leaves")
    allowance = typed(driver, "set-schedule-amount")
    driver.find_element(By.CSS_SELECTOR, "#jars summary").click()
    write(driver, move_jar_amount="4")
    driver.get(f"{url}/app/buy")
    driver.get(child)

    def check(when):
        expected = {
            "move-amount": "25",
            "move-description": "",
            "move-jar-amount": "4",
            "set-schedule-amount": allowance,
            "assign-chore-reward": "",
        }
        for name, words in expected.items():
            found = typed(driver, name)
            expect(found == words, f"{when}, {name} has {found}")

    check("on the way back")
    title = typed(driver, "assign-chore-title")
    expect(title == "Rake the leaves", f"the chore is called {title}")
    seen = driver.find_element(By.ID, "move-jar-amount").is_displayed()
    expect(seen, "what was typed is folded away")

    write(driver, assign_chore_reward="2")
    press(driver, "assign-chore")
    expect("Rake the leaves" in text(driver, "#chores .list"), "the chore is not there")
    check("after another form was taken")
    expect(typed(driver, "assign-chore-title") == "", "a form that was taken is filled in again")
    write(driver, move_jar_amount="")
    driver.get(f"{url}/app/rules/policies/new")
    name = driver.find_element(By.NAME, "name").get_attribute("value")
    expect(name == "Half a policy", f"a policy that was begun is gone: {name}")


def check_restart(driver, child, server):
    """In the middle of a form the server is another one; the form has one effect."""
    driver.get(child)
    expect(typed(driver, "move-amount") == "25", "what was typed is gone")
    driver.find_element(By.ID, "move-description").send_keys("Birth")
    server.stop()
    driver.find_element(By.ID, "move-description").send_keys("day")
    server.start()
    press(driver, "Credit")
    expect(wallet(driver) == "$25.00", f"the wallet has {wallet(driver)}")
    driver.get(child)
    expect(wallet(driver) == "$25.00", f"the wallet has {wallet(driver)} later")
    expect(typed(driver, "move-amount") == "", "what was taken is filled in again")
    expect(text(driver, "[data-live=history]").count("Birthday") == 1, "it is not paid once")


def send_to_nobody(driver, server):
    """Pays while no server is there: the browser says so, and no worker answers a form."""
    until(lambda: driver.execute_script(WORKS), "the worker stands before the pages")
    server.stop()
    button = driver.find_element(By.CSS_SELECTOR, "main button[value=Credit]")
    button.send_keys(Keys.ENTER)
    until(lambda: driver.find_elements(By.ID, "main-frame-error"), "the browser says it is away")
    server.start()


def check_offline(driver, child, server):
    """What was sent to nobody is there again, and is sent."""
    driver.get(child)
    write(driver, move_amount="7", move_description="Sweets")
    send_to_nobody(driver, server)
    driver.get(child)
    expect(wallet(driver) == "$25.00", f"nobody took it, and the wallet has {wallet(driver)}")
    for name, words in {"move-amount": "7", "move-description": "Sweets"}.items():
        expect(typed(driver, name) == words, f"{name} has {typed(driver, name)}")
    press(driver, "Credit")
    expect(wallet(driver) == "$32.00", f"the wallet has {wallet(driver)}")
    driver.get(child)
    expect(typed(driver, "move-amount") == "", "what was taken is filled in again")


def check_lost_answer(driver, child, server):
    """The server took a form, and nobody heard of it: sent again, it is done no more."""
    driver.get(child)
    write(driver, move_amount="3", move_description="Ice")
    says = driver.execute_script(SAYS, "move-amount", "type", "Credit")
    cookie = driver.get_cookie(SESSION)["value"]
    send_to_nobody(driver, server)
    headers = {"Cookie": f"{SESSION}={cookie}", "Origin": server.url}
    with urlopen(Request(child, urlencode(dict(says)).encode(), headers)) as answer:
        expect("$35.00" in answer.read().decode(), "the first form was not taken")
    driver.get(child)
    expect(wallet(driver) == "$35.00", f"the wallet has {wallet(driver)}")
    expect(typed(driver, "move-amount") == "3", "what nobody heard of is gone")
    press(driver, "Credit")
    expect(wallet(driver) == "$35.00", f"it is paid twice: the wallet has {wallet(driver)}")
    expect(text(driver, "[data-live=history]").count("Ice") == 1, "it is listed twice")
    expect(typed(driver, "move-amount") == "", "what was taken is filled in again")


def check_note(driver, url, email, password):
    """A session ends while somebody writes about a transaction, which is open afterwards."""
    seed(url, email, password)
    driver.get(f"{url}/app/transactions?q={BOUGHT}")
    driver.find_element(By.PARTIAL_LINK_TEXT, BOUGHT).click()
    until(lambda: driver.find_elements(By.ID, "notes"), "a transaction opens")
    address = driver.current_url
    write(driver, notes="Lunch with Ann")
    driver.delete_cookie(SESSION)
    page = driver.find_element(By.TAG_NAME, "html")
    driver.find_element(By.CSS_SELECTOR, "aside form button").send_keys(Keys.ENTER)
    until(lambda: is_gone(page), "the note is sent")
    expect("/app/sign-in" in driver.current_url, f"it leads to {driver.current_url}")
    fill(driver, email=email, password=password)
    driver.find_element(By.NAME, "password").send_keys(Keys.ENTER)
    until(lambda: "open=" in driver.current_url, "the transaction is open again")
    expect(f"q={BOUGHT}" in driver.current_url, f"what was found is gone: {driver.current_url}")
    until(lambda: typed(driver, "notes") == "Lunch with Ann", "the note is there again")
    page = driver.find_element(By.TAG_NAME, "html")
    driver.find_element(By.CSS_SELECTOR, "aside form button").send_keys(Keys.ENTER)
    until(lambda: is_gone(page), "the note is sent again")
    driver.get(address)
    expect(typed(driver, "notes") == "Lunch with Ann", "the note was not taken")


def check_pages(driver, server, email, password):
    """All of it; who signed in stays so."""
    child = add_child(server.url, email, password)
    check_forms_of_a_page(driver, server.url, child)
    with browser.unreachable(driver):
        check_restart(driver, child, server)
        check_offline(driver, child, server)
        check_lost_answer(driver, child, server)
    check_note(driver, server.url, email, password)
