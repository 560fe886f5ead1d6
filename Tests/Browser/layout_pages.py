"""Looks at the layout of a demo household's pages, for who does not see them as most others do.

    layout_pages.py URL FOLDER PART

PART is a width, for the keyboard's stops at it, or zoom, text or direction. Ends with 1 and one
line for each thing that is wrong.
"""

import sys
from pathlib import Path

import browser
from faults import report
from pages import sign_in
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from sign_in_page import expect, faults, until

DEMO = ("ana@demo.example", "demo-house-1")
PAGES = {
    "today": "/app",
    "transactions": "/app/transactions",
    "search": "/app/transactions?q=market&least=1",
    "import": "/app/transactions/import",
    "buy": "/app/buy",
    "family": "/app/family",
    "rules": "/app/rules",
    "places": "/app/rules/places",
    "decisions": "/app/rules/decisions",
    "policies": "/app/rules/policies",
    "policy-new": "/app/rules/policies/new",
    "cards": "/app/cards",
    "cards-missed": "/app/cards/missed",
    "ask": "/app/ask",
    "settings": "/app/settings",
    "notifications": "/app/settings/notifications",
    "household": "/app/settings/household",
    "signing-in": "/app/settings/sign-in",
    "sessions": "/app/settings/sessions",
    "more": "/app/more",
    "components": "/app/components",
}
# Half of a desk of 1280 by 900 and of one of 1920 by 1080, as a zoom of 200 % shows them.
HALVES = {640: 450, 960: 540}
LARGE_TEXT = 32

# What of an element is not seen: another one lies over the middle of its edges, or it is outside.
# What is higher than the window is looked at where it begins, and so is a text of several lines, of
# which a browser brings the line that is typed into the window.
COVERED = """
const covered = (one) => {
  for (const box of one.getClientRects()) {
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const isHigh = box.height > innerHeight - 120 || one.localName === "textarea";
    const points = isHigh
      ? [[x, box.top + 2]]
      : [[x, y], [x, box.top + 2], [x, box.bottom - 2], [box.left + 2, y], [box.right - 2, y]];
    for (const [left, top] of box.width < 5 || box.height < 5 ? [] : points) {
      const over = document.elementFromPoint(left, top);
      if (!one.contains(over)) {
        const name = over === null ? "the window's edge" : over.outerHTML.slice(0, 90);
        return `is covered at ${Math.round(left)}, ${Math.round(top)} by ${name}`;
      }
    }
  }
  return null;
};
const named = (one) => one.outerHTML.replace(/\\s+/g, " ").slice(0, 120);
"""

# Where the keyboard is, and what is wrong there; nothing where it has left the page or comes again.
STOP = COVERED + """
const stop = document.activeElement;
window.stops ??= new Set();
if (stop === null || stop === document.body || (stops.has(stop) && stop !== window.latest)) {
  return null;
}
stops.add(stop);
window.latest = stop;
const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
const light = (colour) => {
  const [r, g, b] = channels(colour).slice(0, 3).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ground = (one) => {
  const colour = getComputedStyle(one).backgroundColor;
  return (channels(colour)[3] ?? 1) > 0 ? colour : ground(one.parentElement);
};
const style = getComputedStyle(stop);
const faults = [];
const hasOutline = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
const [dark, bright] = [light(style.outlineColor), light(ground(stop.parentElement))].sort(
  (one, other) => one - other,
);
if (!hasOutline || (bright + 0.05) / (dark + 0.05) < 3) {
  faults.push(`has an outline that is not seen: ${style.outline}`);
}
const hidden = covered(stop);
if (hidden !== null) {
  faults.push(hidden);
}
return { name: named(stop), words: stop.textContent.trim(), faults };
"""

# Everything of the page that is pressed or typed into, one after the other brought into the window.
CONTROLS = COVERED + """
const faults = [];
for (const one of document.querySelectorAll("a[href], button, input, select, textarea, summary")) {
  if (!one.checkVisibility() || one.matches(".skip, .hidden")) {
    continue;
  }
  one.scrollIntoView({ block: "nearest", inline: "nearest" });
  const fault = covered(one);
  if (fault !== null) {
    faults.push(`${named(one)} ${fault}`);
  }
  if (one.matches(".button, .rail a, .tabs a, .chip") && one.scrollWidth > one.clientWidth + 1) {
    faults.push(`${named(one)} is wider than its frame`);
  }
}
scrollTo(0, 0);
return faults;
"""

IS_WIDE = "return document.documentElement.scrollWidth > window.innerWidth"

# Where the line of the chart and its dates begin and end, and where the shortest bar begins.
CHART = """
const edge = (selector, side) => document.querySelector(selector).getBoundingClientRect()[side];
return {
  line: edge(".chart .now", "left"),
  date: edge(".chart .axis span", "left"),
  last: edge(".chart .axis span:last-child", "right"),
  end: edge(".chart svg", "right"),
  filled: edge(".bars li:last-child .fill", "right"),
  track: edge(".bars li:last-child .track", "right"),
};
"""

# Sentences whose full stop does not stand behind their last word.
STOPS = """
const place = (text, from) => {
  const range = document.createRange();
  range.setStart(text, from);
  range.setEnd(text, from + 1);
  return range.getBoundingClientRect();
};
const sentences = [...document.querySelectorAll("main p, main small")].map((one) => one.lastChild);
const plain = sentences.filter(
  (text) => text?.nodeType === Node.TEXT_NODE && /[a-z]\\.$/.test(text.data),
);
const wrong = plain.filter((text) => {
  const [word, stop] = [place(text, text.length - 2), place(text, text.length - 1)];
  return stop.left < word.left;
});
return { count: plain.length, wrong: wrong.map((text) => text.data) };
"""

# What moves by itself, or takes time to change.
MOVES = """
return [...document.querySelectorAll("*")].filter((one) => {
  const style = getComputedStyle(one);
  return parseFloat(style.transitionDuration) > 0 || style.animationName !== "none"
    || style.scrollBehavior === "smooth";
}).length;
"""


def check_width(driver, name):
    expect(not driver.execute_script(IS_WIDE), f"{name} scrolls sideways")


def check_stops(driver, url, name, path):
    """Walks through a page with the tab key, and gives the words of each stop."""
    driver.get(f"{url}{path}")
    words = []
    for _ in range(400):
        ActionChains(driver).send_keys(Keys.TAB).perform()
        stop = driver.execute_script(STOP)
        if stop is None:
            break
        words.append(stop["words"])
        for fault in stop["faults"]:
            faults.append(f"{name}: {stop['name']} {fault}")
    expect(len(words) > 5, f"{name} has {len(words)} stops")
    return words


def check_keyboard(driver, url, width):
    """Every stop of every page is seen, and the way out is one of them."""
    browser.show_at(driver, width)
    for number, (name, path) in enumerate(PAGES.items()):
        browser.prefer(driver, ("light", "dark")[number % 2])
        words = check_stops(driver, url, f"{name} at {width}", path)
        if width > 860 or name == "more":
            expect("Sign out" in words, f"{name} at {width} has no way out")
    check_opened(driver, url, width)


def check_opened(driver, url, width):
    """What was opened stands beside its list, or on a phone before it, and comes first by keys."""
    driver.get(f"{url}/app/transactions")
    link = driver.find_element(By.CSS_SELECTOR, ".results .list a.what")
    driver.get(link.get_attribute("href"))
    until(lambda: driver.find_elements(By.CSS_SELECTOR, "aside.card"), "nothing is opened")
    pane = driver.find_element(By.CSS_SELECTOR, "aside.card").rect
    listed = driver.find_element(By.CSS_SELECTOR, ".results section.card").rect
    if width > 860:
        expect(pane["x"] >= listed["x"] + listed["width"], "what was opened is not beside its list")
        expect(abs(pane["y"] - listed["y"]) < 2, "what was opened begins lower than its list")
    else:
        expect(pane["y"] + pane["height"] <= listed["y"], "what was opened is not before its list")
        height = driver.execute_script("return innerHeight")
        expect(pane["y"] < height - 120, f"what was opened is not in the window: {pane['y']}")
    names = driver.execute_script(
        "return [...document.querySelectorAll('.results .grid > *')].map((one) => one.localName)"
    )
    expect(names[0] == "aside", f"the keyboard comes to the list first: {names}")
    check_width(driver, f"an opened transaction at {width}")


def check_controls(driver, url, name, folder):
    """Nothing on any page is covered or cut off, and the way out is there."""
    for page, path in PAGES.items():
        driver.get(f"{url}{path}")
        at = f"{page} {name}"
        driver.save_screenshot(str(folder / f"{page}-{name.replace(' ', '-')}.png"))
        check_width(driver, at)
        for fault in driver.execute_script(CONTROLS):
            faults.append(f"{at}: {fault}")
    ways = [way for way in driver.find_elements(By.TAG_NAME, "button") if way.is_displayed()]
    expect(ways, f"there are no buttons {name}")
    driver.get(f"{url}/app/more")
    ways = driver.find_elements(By.CSS_SELECTOR, "main form button")
    expect(any(way.text == "Sign out" for way in ways), f"there is no way out {name}")


def check_zoom(driver, url, folder):
    for width, height in HALVES.items():
        browser.show_at(driver, width, height)
        check_controls(driver, url, f"at {width} by {height}", folder)
    driver.get(f"{url}/app")
    browser.prefer(driver, "light", "no-preference")
    expect(driver.execute_script(MOVES) > 0, "nothing changes its colour in its own time")
    browser.prefer(driver, "light", "reduce")
    for path in PAGES.values():
        driver.get(f"{url}{path}")
        count = driver.execute_script(MOVES)
        expect(count == 0, f"{count} things move on {path} for who wants it still")


def check_direction(driver, url, folder):
    """Pages that are read from the right, with the digits and days of Egypt."""
    driver.get(f"{url}/app")
    for width in browser.WIDTHS:
        browser.show_at(driver, width)
        for page, path in PAGES.items():
            driver.get(f"{url}{path}")
            direction = driver.find_element(By.TAG_NAME, "html").get_attribute("dir")
            expect(direction == "rtl", f"{page} is read {direction}")
            at = f"{page} from the right at {width}"
            driver.save_screenshot(str(folder / f"{page}-{width}-rtl.png"))
            check_width(driver, at)
            stops = driver.execute_script(STOPS)
            expect(not stops["wrong"], f"{at}: full stops before their words: {stops['wrong']}")
        check_chart(driver, url, width)


def check_chart(driver, url, width):
    driver.get(f"{url}/app")
    places = driver.execute_script(CHART)
    at = f"at {width}: {places}"
    expect(abs(places["line"] - places["date"]) < 3, f"the first date is not where it is {at}")
    expect(abs(places["end"] - places["last"]) < 3, f"the last date is not where it is {at}")
    expect(abs(places["filled"] - places["track"]) < 1, f"bars are filled from the left {at}")
    stops = driver.execute_script(STOPS)
    expect(stops["count"] > 0, "no sentence of today was looked at")


def judge_direction(driver, url):
    """What axe-core says of some pages that are read from the right."""
    browser.prefer(driver, "light")
    browser.show_at(driver, max(browser.WIDTHS))
    for page in ("today", "buy", "family", "rules", "notifications", "components"):
        driver.get(f"{url}{PAGES[page]}")
        for fault in browser.judge(driver):
            faults.append(f"{page} from the right: {fault}")


def check_part(part, url, folder):
    wishes = {"direction": {"languages": "ar-EG"}, "text": {"text_pixels": LARGE_TEXT}}
    with browser.chromium(**wishes.get(part, {})) as driver:
        browser.show_at(driver, max(browser.WIDTHS))
        browser.prefer(driver, "light")
        sign_in(driver, url, *DEMO)
        if part.isdigit():
            check_keyboard(driver, url, int(part))
        elif part == "zoom":
            check_zoom(driver, url, folder)
        elif part == "text":
            for width in browser.WIDTHS:
                browser.show_at(driver, width)
                check_controls(driver, url, f"in large text at {width}", folder)
        else:
            check_direction(driver, url, folder)
            judge_direction(driver, url)


def main(url, folder, part):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    return report(check_part, part, url, folder)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
