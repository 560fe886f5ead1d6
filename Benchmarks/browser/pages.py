"""Opens pages of a running server in a slowed Chromium, and tells how soon they are there.

Reads one JSON object: `url`, `email`, `password`, `pages` (paths by name) and `loads`. Writes one:
of each page the bytes of its first view and when its largest part was painted, of each interaction
how long the next paint took, and of each way to another page when that was painted first.
"""

import json
import sys
import time
from pathlib import Path
from statistics import median

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Tests" / "Browser"))

from browser import chromium, show_at  # noqa: E402
from pages import sign_in  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from sign_in_page import until  # noqa: E402

SLOWDOWN = 4
PHONE = 390
# The shortest that the browser tells of (W3C Event Timing, section 4.1), and its own steps.
SHORTEST_MS = 16
TYPED = "whole foods"
# How long the browser may take to tell of a paint or an event that is over.
PATIENCE_MS = 3_000

# What was painted last before anybody did anything (W3C Largest Contentful Paint).
PAINTED = """
    const done = arguments[arguments.length - 1];
    new PerformanceObserver((list) => done(list.getEntries().at(-1).startTime))
        .observe({ type: "largest-contentful-paint", buffered: true });
    setTimeout(() => done(null), arguments[0]);
"""
FIRST_PAINT = """
    const done = arguments[arguments.length - 1];
    new PerformanceObserver((list) => {
        const paint = list.getEntriesByName("first-contentful-paint")[0];
        if (paint === undefined) return;
        const begun = Number(sessionStorage.getItem("bench-click"));
        done(performance.timeOrigin + paint.startTime - begun);
    }).observe({ type: "paint", buffered: true });
    setTimeout(() => done(null), arguments[0]);
"""
# All that the page and what it loads took on the wire (W3C Resource Timing, transferSize).
TRANSFERRED = """
    return [...performance.getEntriesByType("navigation"),
            ...performance.getEntriesByType("resource")]
        .reduce((sum, entry) => sum + entry.transferSize, 0);
"""
# When a link was pressed, for the page that it leads to.
CLICKED = """
    addEventListener("click", (event) => sessionStorage.setItem(
        "bench-click", String(performance.timeOrigin + event.timeStamp)), true);
"""
WATCH = """
    window.benchEvents = [];
    new PerformanceObserver((list) => window.benchEvents.push(
        ...list.getEntries().filter((entry) => entry.interactionId > 0)
            .map((entry) => entry.duration)
    )).observe({ type: "event", durationThreshold: 16 });
"""
# Two frames later, and when nothing else is to be done, all events were told of.
SETTLED = """
    const done = arguments[arguments.length - 1];
    requestAnimationFrame(() => requestAnimationFrame(() =>
        requestIdleCallback(() => done(window.benchEvents), { timeout: 1000 })));
"""


def main():
    asked = json.load(sys.stdin)
    with chromium() as driver:
        driver.set_script_timeout(30)
        show_at(driver, PHONE)
        for domain, command, values in (
            ("Network", "enable", {}),
            ("Network", "setCacheDisabled", {"cacheDisabled": True}),
            # What the worker answers did not come from the server.
            ("Network", "setBypassServiceWorker", {"bypass": True}),
            ("Page", "addScriptToEvaluateOnNewDocument", {"source": CLICKED}),
        ):
            driver.execute_cdp_cmd(f"{domain}.{command}", values)
        sign_in(driver, asked["url"], asked["email"], asked["password"])
        driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        told = {
            "pages": {
                name: first_view(driver, asked["url"] + path, asked["loads"])
                for name, path in asked["pages"].items()
            },
            "interactions": interactions(driver, asked["url"], asked["loads"]),
            "ways": ways(driver, asked["url"], asked["loads"]),
        }
    json.dump(told, sys.stdout)


def first_view(driver, address, loads):
    """A page as somebody sees it who was never there: nothing of it is kept."""
    paints, sizes = [], []
    for _ in range(loads):
        open_page(driver, address)
        paints.append(answer(driver, PAINTED, f"no paint of {address}"))
        sizes.append(driver.execute_script(TRANSFERRED))
    return {"paint_ms": median(paints), "bytes": max(sizes)}


def interactions(driver, url, loads):
    """The slowest of the events of each interaction, until what came of it was painted."""
    found = {"typing a search": [], "opening the filters": [], "filtering": []}
    for _ in range(loads):
        open_page(driver, f"{url}/app/transactions")
        search = driver.find_element(By.NAME, "q")
        found["typing a search"].append(timed(driver, lambda: search.send_keys(TYPED)))
        summary = driver.find_element(By.CSS_SELECTOR, "form[role=search] summary")
        found["opening the filters"].append(timed(driver, summary.click))
        least = driver.find_element(By.NAME, "least")
        found["filtering"].append(timed(driver, lambda: least.send_keys("12.50")))
    return {name: median(times) for name, times in found.items()}


def ways(driver, url, loads):
    """From pressing something until the page that it leads to shows something."""
    steps = {
        "opening a transaction": ("transactions", "main .list a.what"),
        "searching": ("transactions?q=starbucks", "form[role=search] button"),
        "going to Transactions": ("", "nav a[href='/app/transactions']"),
    }
    return {
        name: median(way(driver, f"{url}/app/{path}".rstrip("/"), pressed) for _ in range(loads))
        for name, (path, pressed) in steps.items()
    }


def way(driver, address, selector):
    open_page(driver, address)
    before = driver.execute_script("return performance.timeOrigin")
    shown = [e for e in driver.find_elements(By.CSS_SELECTOR, selector) if e.is_displayed()]
    if not shown:
        raise LookupError(f"{address} shows no {selector}")
    shown[0].click()
    until(lambda: driver.execute_script("return performance.timeOrigin") != before, selector)
    return answer(driver, FIRST_PAINT, f"no paint after {selector} of {address}")


def timed(driver, act):
    """Does something, and answers the longest of its events in milliseconds."""
    driver.execute_script(WATCH)
    act()
    deadline = time.monotonic() + PATIENCE_MS / 1_000
    while time.monotonic() < deadline:
        if events := driver.execute_async_script(SETTLED):
            return max(events)
    # The browser tells of none that are as short.
    return SHORTEST_MS


def open_page(driver, address):
    driver.get(address)
    if driver.current_url != address:
        raise LookupError(f"{address} leads to {driver.current_url}")


def answer(driver, script, failure):
    value = driver.execute_async_script(script, PATIENCE_MS)
    if value is None:
        raise TimeoutError(failure)
    return value


if __name__ == "__main__":
    main()
