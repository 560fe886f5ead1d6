"""Chromium without a window, driven as a person would, and axe-core to judge what it shows."""

import json
import os
import re
import tempfile
from contextlib import contextmanager
from fnmatch import fnmatch
from importlib import resources
from urllib.parse import urlsplit

from faults import expect, until
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

CHROMIUM = os.environ.get("PURSER_TEST_CHROMIUM", "/usr/bin/chromium")
DRIVER = os.environ.get("PURSER_TEST_CHROMEDRIVER", "/usr/bin/chromedriver")
WIDTHS = {390: 844, 1280: 900}
REFUSED = re.compile(r"(\S+) - Failed to load resource: .* status of (\d+) ")


@contextmanager
def chromium(scripts=True, requests=False, languages=None, text_pixels=None, known=()):
    """A browser with a profile of its own, gone afterwards; it asks nobody but loopback.

    What its console says is a fault, a policy that was broken and a file that is missing too; what
    is meant to be refused is named by `refused`.

    requests: Whether it is kept whom its pages ask, for asked. languages: What its reader knows,
    as Accept-Language says it. text_pixels: How large its reader wants plain text, 16 as a rule.
    known: Parts of what the console may say besides, which is meant for others.
    """
    with tempfile.TemporaryDirectory(prefix="purser-chromium-") as profile:
        options = webdriver.ChromeOptions()
        options.binary_location = CHROMIUM
        for flag in (
            "--headless=new",
            "--no-sandbox",  # refused to root without it, and containers have no other user
            "--disable-dev-shm-usage",
            "--disable-gpu",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
            "--hide-scrollbars",
            "--proxy-server=direct://",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
            f"--user-data-dir={profile}",
        ):
            options.add_argument(flag)
        wishes = {
            "profile.managed_default_content_settings.javascript": None if scripts else 2,
            "intl.accept_languages": languages,
            "webkit.webprefs.default_font_size": text_pixels,
        }
        wanted = {name: value for name, value in wishes.items() if value is not None}
        if wanted:
            options.add_experimental_option("prefs", wanted)
        logs = {"browser": "ALL"} | ({"performance": "ALL"} if requests else {})
        options.set_capability("goog:loggingPrefs", logs)
        driver = webdriver.Chrome(options=options, service=Service(executable_path=DRIVER))
        try:
            driver.set_page_load_timeout(60)
            # There is no icon.
            driver.known = ("favicon", *known)
            yield driver
            check_console(driver)
        finally:
            driver.quit()


def show_at(driver, width, height=None):
    """Gives the page the width that a phone or a desk has, and its height or another one."""
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {
            "width": width,
            "height": height or WIDTHS[width],
            "deviceScaleFactor": 1,
            "mobile": width < 600,
        },
    )


def prefer(driver, scheme, motion="reduce"):
    """Has the page shown in the light or the dark colours, and still or not."""
    driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {
            "features": [
                {"name": "prefers-color-scheme", "value": scheme},
                # A picture of a change that is under way shows neither colour.
                {"name": "prefers-reduced-motion", "value": motion},
            ]
        },
    )


def judge(driver, *rules):
    """What axe-core finds wrong or cannot decide, one line each; best practices too.

    rules: The only ones that are looked at; all when left out.
    """
    if not driver.execute_script("return 'axe' in window"):
        source = resources.files("axe_core_python") / "axe.min.js"
        driver.execute_script(source.read_text(encoding="utf-8"))
    results = driver.execute_async_script(
        "const [rules, done] = arguments;"
        "axe.run(document, { resultTypes: ['violations', 'incomplete'],"
        " ...(rules.length > 0 && { runOnly: rules }) })"
        ".then(({ violations, incomplete }) => done([...violations, ...incomplete]),"
        " (error) => done([{ id: 'axe', help: String(error), nodes: [{ target: '' }] }]));",
        rules,
    )
    return [
        f"{item['id']}: {item['help']} at {node['target']}"
        for item in results
        for node in item["nodes"]
        if item["id"] != "color-contrast" or not is_of_tabs(node["target"])
    ]


def is_of_tabs(target):
    """Whether it is one of the tabs; the last one is the only bare link that is current.

    A bar that is fixed over the page is more than axe-core can tell the contrast of; its colours
    are those of the rail, which is judged at the other width.
    """
    tabs = (".tabs", "['a[aria-current=", "['a[href$=\"more\"]", "['a[data-live=\"tab ")
    return any(part in str(target) for part in tabs)


def asked(driver):
    """Whom the pages of a browser that keeps requests asked since this was last looked at."""
    events = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    urls = [
        event["params"]["request"]["url"]
        for event in events
        if event["method"] == "Network.requestWillBeSent"
    ]
    # The browser's own pages ask the browser itself.
    parts = [urlsplit(url) for url in urls if url.startswith(("http", "ws"))]
    return {f"{part.scheme}://{part.netloc}" for part in parts}


def complaints(driver):
    """What the browser's console says since this was last looked at."""
    lines = [entry["message"] for entry in driver.get_log("browser")]
    return [line for line in lines if not any(part in line for part in driver.known)]


def check_console(driver):
    for complaint in complaints(driver):
        expect(False, f"at {driver.current_url} the console says {complaint}")


@contextmanager
def refused(driver, *paths, status=400):
    """A step in which the server refuses something at each of the paths, as the console tells.

    paths: With `*` for what differs, such as an id. Anything else that the console says is a fault.
    """
    check_console(driver)
    yield
    missing = set(paths)

    def are_told():
        for complaint in complaints(driver):
            match = REFUSED.match(complaint)
            at = urlsplit(match[1]).path if match else ""
            known = [path for path in paths if fnmatch(at, path) and int(match[2]) == status]
            expect(known, f"at {driver.current_url} the console says {complaint}")
            missing.difference_update(known)
        return not missing

    until(are_told, f"at {driver.current_url} {paths} refuse with {status}")


@contextmanager
def unreachable(driver):
    """A step in which no server is there for a while, as the console may tell."""
    check_console(driver)
    yield
    for complaint in complaints(driver):
        is_known = "net::ERR_" in complaint
        expect(is_known, f"at {driver.current_url} the console says {complaint}")
