"""Chromium without a window, driven as a person would, and axe-core to judge what it shows."""

import os
import tempfile
from contextlib import contextmanager
from importlib import resources

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

CHROMIUM = os.environ.get("PURSER_TEST_CHROMIUM", "/usr/bin/chromium")
DRIVER = os.environ.get("PURSER_TEST_CHROMEDRIVER", "/usr/bin/chromedriver")
WIDTHS = {390: 844, 1280: 900}


@contextmanager
def chromium(scripts=True):
    """A browser with a profile of its own, gone afterwards; it asks nobody but loopback."""
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
        if not scripts:
            options.add_experimental_option(
                "prefs", {"profile.managed_default_content_settings.javascript": 2}
            )
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        driver = webdriver.Chrome(options=options, service=Service(executable_path=DRIVER))
        try:
            driver.set_page_load_timeout(60)
            yield driver
        finally:
            driver.quit()


def show_at(driver, width):
    """Gives the page the width that a phone or a desk has."""
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {
            "width": width,
            "height": WIDTHS[width],
            "deviceScaleFactor": 1,
            "mobile": width < 600,
        },
    )


def prefer(driver, scheme):
    """Has the page shown in the light or the dark colours."""
    driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": "prefers-color-scheme", "value": scheme}]},
    )


def judge(driver):
    """What axe-core finds wrong or cannot decide, one line each; best practices too."""
    source = (resources.files("axe_core_python") / "axe.min.js").read_text(encoding="utf-8")
    driver.execute_script(source)
    results = driver.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "axe.run(document).then(done, error => done({failure: String(error)}));"
    )
    if "failure" in results:
        return [results["failure"]]
    found = results["violations"] + results["incomplete"]
    return [
        f"{item['id']}: {item['help']} at {node['target']}"
        for item in found
        for node in item["nodes"]
    ]


def complaints(driver):
    """What the browser's console says of the page, but for the icon that there is none of."""
    lines = [entry["message"] for entry in driver.get_log("browser")]
    return [line for line in lines if "favicon" not in line]
