"""Uses the web app of a running server as a member with a browser does.

    web_app.py URL EMAIL PASSWORD FOLDER DEMO PART

PART is one of PARTS, whose first ones follow one another in one household; or a way of using the
pages at a width, such as mouse-390, keyboard-1280 or plain-390, which is the keyboard without
scripts. DEMO is the URL of a demo household's server.
Writes a picture of each page at each width and in both colours into FOLDER, and ends with 1 and one
line for each thing that is wrong.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

import ask_pages
import browser
import card_pages
import child_pages
import component_pages
import demo_pages
import family_pages
import first_pages
import hands
import import_pages
import policy_pages
import rules_pages
import tasks
from faults import report
from household import Household
from pages import sign_in


@dataclass
class Visit:
    """Who uses what."""

    url: str
    email: str
    password: str
    folder: Path
    demo: str

    @property
    def member(self):
        return self.url, self.email, self.password


def check_first(driver, visit):
    first_pages.check_pages(driver, *visit.member, visit.folder)


def check_rules(driver, visit):
    sign_in(driver, *visit.member)
    policy_pages.check_pages(driver, visit.url, visit.folder)
    rules_pages.check_pages(driver, visit.url, visit.folder)
    card_pages.check_cards(driver, visit.url, visit.folder)


def check_family(driver, visit):
    sign_in(driver, *visit.member)
    family_pages.check_pages(driver, *visit.member, visit.folder)
    child_pages.check_pages(driver, *visit.member, visit.folder)
    driver.delete_all_cookies()
    sign_in(driver, *visit.member)
    ask_pages.check_pages(driver, *visit.member, visit.folder)


def check_import(driver, visit):
    sign_in(driver, *visit.member)
    import_pages.check_pages(driver, visit.url, visit.folder)


def check_demo(driver, visit):
    demo_pages.check_parent(driver, visit.demo, visit.folder)
    component_pages.check_pages(driver, visit.demo, visit.folder)


def check_demo_children(driver, visit):
    demo_pages.check_children(driver, visit.demo, visit.folder)


PARTS = {
    "today": check_first,
    "rules": check_rules,
    "family": check_family,
    "import": check_import,
    "demo": check_demo,
    "demo-children": check_demo_children,
}
WAYS = {"mouse": hands.Mouse, "keyboard": hands.Keyboard, "plain": hands.Keyboard}


def check(visit, part):
    if part in PARTS:
        with browser.chromium() as driver:
            browser.show_at(driver, max(browser.WIDTHS))
            PARTS[part](driver, visit)
        return
    way, width = part.split("-")
    is_plain = way == "plain"
    with browser.chromium(scripts=not is_plain) as driver:
        browser.show_at(driver, int(width))
        hand = WAYS[way](driver, f"{way} at {width}", is_plain=is_plain)
        tasks.check_all(hand, Household(*visit.member))
        if is_plain:
            child_pages.check_keyboard(driver, visit.url, hand.way)


def main(url, email, password, folder, demo, part):
    visit = Visit(url, email, password, Path(folder), demo)
    visit.folder.mkdir(parents=True, exist_ok=True)
    return report(check, visit, part)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
