"""Ends sessions and stops the server while somebody uses the web app in a browser.

    interruptions.py URL PID EMAIL PASSWORD FOLDER COMMAND...

COMMAND starts the server again at the same address, with the same database and keys.
Ends with 1 and one line for each thing that is wrong.
"""

import os
import signal
import sys
from pathlib import Path

import browser
import typed_pages
from faults import report
from pages import SESSION, send, sign_in, text
from selenium.webdriver.common.by import By
from sign_in_page import expect, fill, look, until

TYPED = "return document.querySelector('[name=merchant]').value"
WORKS = "return navigator.serviceWorker.controller !== null"
KEPT = "return Object.keys(sessionStorage).length"
SEEN = """
const [done] = arguments;
caches.open("pages").then((cache) => cache.keys()).then((all) => done(all.map(({ url }) => url)));
"""
MOST_SEEN = 40


def check_ended_session(driver, url, email, password):
    """What was typed is there again after signing in anew, and gone once it was taken."""
    driver.get(f"{url}/app/buy")
    fill(driver, merchant="Corner Books", amount="12.50", category="fun")
    driver.delete_cookie(SESSION)
    send(driver)
    until(lambda: "/app/sign-in" in driver.current_url, "an ended session leads to signing in")
    fill(driver, email=email, password=password)
    send(driver)
    until(lambda: driver.current_url == f"{url}/app/buy", "it goes on where it was")
    until(lambda: driver.execute_script(TYPED) == "Corner Books", "what was typed is there")
    send(driver)
    expect(text(driver, ".answer h2") == "Yes", "the purchase is not approved")


def check_forgetting(driver, url, email, password):
    """Nobody who signs in afterwards finds what another one typed."""
    driver.get(f"{url}/app/buy")
    fill(driver, merchant="A secret", amount="1")
    expect(driver.execute_script(KEPT) > 0, "nothing is kept")
    driver.find_element(By.CSS_SELECTOR, ".rail .who button").click()
    until(lambda: driver.current_url == f"{url}/app/sign-in", "it signs out")
    expect(driver.execute_script(KEPT) == 0, "what was typed stays after signing out")
    sign_in(driver, url, email, password)


def stop(pid):
    """Stops every thread of a process, and waits until they stand still."""
    os.kill(pid, signal.SIGSTOP)
    threads = [thread / "stat" for thread in Path(f"/proc/{pid}/task").iterdir()]
    until(
        lambda: all(thread.read_text().rsplit(")", 1)[1].split()[0] == "T" for thread in threads),
        "the server stands still",
    )


def check_silent_server(driver, url, pid, folder):
    """Pages that were seen are shown as such, and nothing can be sent from them."""
    driver.get(f"{url}/app")
    until(lambda: driver.execute_script(WORKS), "the worker stands before the pages")
    driver.get(f"{url}/app/buy")
    driver.get(f"{url}/app")
    fresh = driver.find_elements(By.CSS_SELECTOR, ".offline")[0]
    expect(not fresh.is_displayed(), "a page that is there says that it is not")
    stop(pid)
    try:
        driver.get(f"{url}/app/buy")
        notice = driver.find_element(By.CSS_SELECTOR, ".offline")
        expect(notice.is_displayed(), "a page that was kept does not say so")
        expect(any(c.isdigit() for c in notice.text), f"it does not say when: {notice.text}")
        button = driver.find_element(By.CSS_SELECTOR, "main form button")
        expect(not button.is_enabled(), "something can be sent")
        look(driver, "offline", folder)
        with browser.refused(driver, "/app/cards/missed", status=503):
            driver.get(f"{url}/app/cards/missed")
        expect("was not seen before" in text(driver, "body"), "a page that nobody saw is shown")
        expect(driver.title.startswith("Not reachable"), f"it is called {driver.title}")
        plain = driver.find_element(By.TAG_NAME, "body").value_of_css_property("margin-top")
        expect(plain == "0px", "a page that nobody saw has no style")
        look(driver, "unseen", folder)
        driver.find_element(By.LINK_TEXT, "To the beginning").click()
        until(lambda: driver.current_url == f"{url}/app", "it leads back")
        expect(driver.find_element(By.CSS_SELECTOR, ".offline").is_displayed(), "it is not kept")
    finally:
        os.kill(pid, signal.SIGCONT)
    driver.get(f"{url}/app/buy")
    expect(
        not driver.find_element(By.CSS_SELECTOR, ".offline").is_displayed(),
        "the server answers, and what was kept is shown",
    )
    driver.find_element(By.CSS_SELECTOR, ".rail .who button").click()
    until(lambda: driver.current_url == f"{url}/app/sign-in", "it signs out")
    stop(pid)
    try:
        with browser.refused(driver, "/app/buy", status=503):
            driver.get(f"{url}/app/buy")
        expect("was not seen before" in text(driver, "body"), "pages stay after signing out")
    finally:
        os.kill(pid, signal.SIGCONT)


def check_bounded(driver, url, email, password):
    """The pages seen last are kept, no more; a download is no page."""
    sign_in(driver, url, email, password)
    until(lambda: driver.execute_script(WORKS), "the worker stands before the pages")
    for number in range(MOST_SEEN + 1):
        driver.get(f"{url}/app/buy?n={number}")
    driver.get(f"{url}/app/settings/data/export?format=csv")
    newest = f"{url}/app/buy?n={MOST_SEEN}"
    until(lambda: newest in driver.execute_async_script(SEEN), "the last page is kept")
    kept = driver.execute_async_script(SEEN)
    expect(len(kept) == MOST_SEEN, f"{len(kept)} pages are kept")
    expect(f"{url}/app/buy?n=0" not in kept, "the first page stays")
    expect(not any("export" in page for page in kept), "a download is kept")


def check(url, pid, email, password, folder, command):
    server = typed_pages.Server(url, pid, command)
    try:
        check_pages(server, url, email, password, folder)
    finally:
        # After the browser, whose pages listen to the server's events to their end.
        server.end()


def check_pages(server, url, email, password, folder):
    with browser.chromium() as driver:
        browser.show_at(driver, 1280)
        sign_in(driver, url, email, password)
        check_ended_session(driver, url, email, password)
        typed_pages.check_pages(driver, server, email, password)
        check_forgetting(driver, url, email, password)
        check_silent_server(driver, url, server.pid, folder)
        check_bounded(driver, url, email, password)


def main(url, pid, email, password, folder, *command):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    return report(check, url, int(pid), email, password, folder, list(command))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
