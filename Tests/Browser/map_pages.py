"""The page of places of a running server, with a map, with tiles on it, and without a map.

    map_pages.py URL EMAIL PASSWORD FOLDER plain
    map_pages.py URL EMAIL PASSWORD FOLDER tiles PORT
    map_pages.py URL EMAIL PASSWORD FOLDER none

With tiles it serves them itself, at PORT of this machine. Writes pictures into FOLDER, and ends
with 1 and one line for each thing that is wrong.
"""

import re
import sys
import threading
from base64 import b64decode
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import browser
from faults import faults, report
from pages import sign_in, tab_to, text
from rules_pages import named, press
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from sign_in_page import expect, fill, look, until

PLACES = "/app/rules/places"
FIGURES = ("latitude", "longitude", "radius")
NEW = tuple(f"{figure}-new" for figure in FIGURES)
TILE = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGO4AAAA2ADXIlfCmQAAAABJRU5ErkJggg=="
)
# What a page says itself, before any script has touched it.
OWN_TEXT = "fetch(location.href).then((page) => page.text()).then(arguments[0])"


class Tiles(BaseHTTPRequestHandler):
    """One grey tile for every place, and what was asked."""

    requests = []

    def do_GET(self):
        self.requests.append((self.path, self.headers.get("Referer")))
        self.send_response(200)
        self.send_header("Content-Type", "image/png")
        self.send_header("Content-Length", str(len(TILE)))
        self.end_headers()
        self.wfile.write(TILE)

    def log_message(self, *_):
        pass


@contextmanager
def tiles(port):
    server = ThreadingHTTPServer(("127.0.0.1", port), Tiles)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def found(driver, selector):
    return driver.find_elements(By.CSS_SELECTOR, selector)


def values(driver, ids=NEW):
    """What fields of the form say; numbers, where they are some."""
    texts = [driver.find_element(By.ID, name).get_attribute("value") for name in ids]
    return [float(text) if re.fullmatch(r"-?\d+(\.\d+)?", text) else text for text in texts]


def shape(driver):
    """How the circle that is drawn now looks; nothing where there is none."""
    return [one.get_attribute("d") for one in found(driver, ".map .fence.draft")]


def show_map(driver):
    """Scrolls the whole map into sight, as who uses it does."""
    driver.execute_script("document.querySelector('.map').scrollIntoView({block: 'center'})")
    return driver.find_element(By.CSS_SELECTOR, ".map")


def click(driver, x, y):
    """Presses the map, off its middle."""
    ActionChains(driver).move_to_element_with_offset(show_map(driver), x, y).click().perform()


def drag(driver, name, x, y):
    show_map(driver)
    handle = driver.find_element(By.CSS_SELECTOR, f".map .handle.{name}")
    chain = ActionChains(driver, duration=20).click_and_hold(handle)
    # The first steps say that it is no click.
    chain.move_by_offset(x // 2, y // 2).move_by_offset(x - x // 2, y - y // 2).release().perform()


def retype(driver, name, value):
    field = driver.find_element(By.ID, name)
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(value)


def check_drawing(driver, name):
    """A click, the handles and the fields say the same."""
    expect(shape(driver) == [], f"{name}: something is drawn before anybody did")
    click(driver, 40, 30)
    latitude, longitude, radius = values(driver)
    expect(isinstance(latitude, float) and latitude < 20, f"{name}: a click is at {latitude}")
    expect(isinstance(longitude, float) and longitude > 0, f"{name}: a click is at {longitude}")
    expect(isinstance(radius, float) and radius >= 1, f"{name}: a click's radius is {radius}")
    expect(len(shape(driver)) == 1, f"{name}: a click draws no circle")
    for _ in range(6):
        driver.find_element(By.CSS_SELECTOR, ".leaflet-control-zoom-in").click()
    before = values(driver)
    expect(before == [latitude, longitude, radius], f"{name}: looking closer changes the place")
    retype(driver, NEW[0], "40.7128")
    retype(driver, NEW[1], "-74.006")
    retype(driver, NEW[2], "80000" + Keys.TAB)
    until(lambda: found(driver, ".map .handle.middle"), f"{name}: the map follows the fields")
    was, circle = values(driver), shape(driver)
    drag(driver, "middle", 30, -20)
    now = values(driver)
    expect(now[0] > was[0] and now[1] > was[1], f"{name}: dragged north-east to {now}")
    expect(now[2] == was[2], f"{name}: the radius changes with the middle: {now}")
    expect(shape(driver) != circle, f"{name}: the circle stays where it was")
    was, circle = now, shape(driver)
    drag(driver, "edge", -20, 0)
    now = values(driver)
    expect(now[:2] == was[:2], f"{name}: the middle moves with the edge: {now}")
    expect(now[2] < was[2], f"{name}: the edge dragged inwards leaves {now[2]} m")
    expect(shape(driver) != circle, f"{name}: the circle keeps its size")
    circle = shape(driver)
    retype(driver, NEW[2], "20000")
    expect(shape(driver) not in ([], circle), f"{name}: a typed radius is not drawn")
    retype(driver, NEW[2], "far")
    expect(shape(driver) == [], f"{name}: a radius that is none is drawn")
    retype(driver, NEW[2], "20000")


def check_here(driver, url, name, is_drawn):
    """A device says where it is to whom it may, when the button is pressed and not before."""
    allowed = {"origin": url, "permission": {"name": "geolocation"}}
    position = {"latitude": 40.7128, "longitude": -74.006, "accuracy": 30}
    driver.execute_cdp_cmd("Browser.setPermission", {**allowed, "setting": "denied"})
    driver.execute_cdp_cmd("Emulation.setGeolocationOverride", position)
    driver.get(f"{url}{PLACES}")
    button = named(driver, "button", "Where this device is")
    expect(button.is_displayed(), f"{name}: nothing asks the device")
    expect(text(driver, "#here [role=status]") == "", f"{name}: the device is asked by itself")
    button.send_keys(Keys.ENTER)
    until(
        lambda: "may not say" in text(driver, "#here [role=status]"),
        f"{name}: nothing says that the device may not",
    )
    expect(values(driver) == ["", "", ""], f"{name}: a device that may not says something")
    driver.execute_cdp_cmd("Browser.setPermission", {**allowed, "setting": "granted"})
    button.send_keys(Keys.ENTER)
    until(
        lambda: values(driver) == [40.7128, -74.006, 100],
        f"{name}: the form does not say where the device is",
    )
    expect("within 30 m" in text(driver, "#here [role=status]"), f"{name}: nothing says how well")
    expect((len(shape(driver)) == 1) == is_drawn, f"{name}: the map does not follow the device")
    driver.get(f"{url}{PLACES}")
    until(
        lambda: values(driver) == [40.7128, -74.006, 100] and len(shape(driver)) == int(is_drawn),
        f"{name}: what the device said and nobody sent is lost",
    )
    for field in NEW:
        retype(driver, field, Keys.BACKSPACE)


def unfold(driver, words):
    """Opens what is folded away, from under the tabs of a phone."""
    summary = named(driver, "summary", words)
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", summary)
    summary.click()


def check_list(driver, name):
    """What was drawn is sent by the form, listed, changed and removed, and the map follows."""
    asked = values(driver)
    fill(driver, name="Arcade <b>")
    press(driver, "Add the place")
    row = driver.find_element(By.CSS_SELECTOR, "[data-place]")
    kept = [float(row.get_attribute(f"data-{figure}")) for figure in FIGURES]
    expect(kept == asked, f"{name}: {asked} was sent and {kept} is listed")
    expect(len(found(driver, ".map .fence.block")) == 1, f"{name}: the place is not on the map")
    label = text(driver, ".map .fence-name")
    expect(label == "Arcade <b>", f"{name}: the map calls it {label}")
    expect(shape(driver) == [], f"{name}: what was sent is still drawn")
    unfold(driver, "Change Arcade <b>")
    until(lambda: len(shape(driver)) == 1, f"{name}: what is changed is drawn")
    expect(not found(driver, ".map .fence.block"), f"{name}: it is drawn twice")
    ids = [f"{figure}-{row.get_attribute('data-place')}" for figure in FIGURES]
    expect(values(driver, ids) == kept, f"{name}: the form has {values(driver, ids)}")
    drag(driver, "middle", -30, 20)
    moved = values(driver, ids)
    expect(moved[0] < kept[0] and moved[1] < kept[1], f"{name}: dragged south-west to {moved}")
    expect(values(driver) == ["", "", ""], f"{name}: the form of a new place changes too")
    button = row.find_element(By.CSS_SELECTOR, "form.action button")
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", button)
    button.click()
    until(lambda: listed(driver) == [moved], f"{name}: what was dragged is not kept")


def listed(driver):
    script = """
        return [...document.querySelectorAll("[data-place]")].map(({dataset}) =>
            [dataset.latitude, dataset.longitude, dataset.radius].map(Number));
    """
    return driver.execute_script(script)


def remove(driver, name):
    """The list does it, with the keyboard alone, past the map and out of it again."""
    driver.execute_script("window.scrollTo(0, 0)")
    driver.get(driver.current_url)
    tab_to(driver, ariaLabel="Map of the places")
    tab_to(driver, textContent="Change Arcade <b>").send_keys(Keys.ENTER)
    tab_to(driver, textContent="Remove Arcade <b>").send_keys(Keys.ENTER)
    tab_to(driver, textContent="Yes, remove it: Arcade <b>").send_keys(Keys.ENTER)
    until(lambda: not found(driver, "[data-place]"), f"{name}: it is not removed")


def check_map(driver, url, folder, name):
    for width in browser.WIDTHS:
        browser.show_at(driver, width)
        driver.get(f"{url}{PLACES}")
        until(lambda: found(driver, ".map.leaflet-container"), f"{name}: there is no map")
        at = f"{name} at {width}"
        own = driver.execute_async_script(OWN_TEXT)
        expect("style=" not in own and "<script>" not in own, f"{at}: something is in the page")
        check_drawing(driver, at)
        check_list(driver, at)
        if width == max(browser.WIDTHS):
            unfold(driver, "Change Arcade <b>")
            until(lambda: shape(driver), f"{at}: what is changed is drawn")
            look(driver, f"places-map-{name}", folder)
            browser.show_at(driver, width)
        remove(driver, at)


def check_tiles(port, name):
    """Tiles are asked for by their numbers, and their server is not told from which page."""
    requests = list(Tiles.requests)
    expect(len(requests) > 0, f"{name}: no tile is asked for")
    for path, referrer in requests:
        numbers = re.fullmatch(r"/(\d+)/(\d+)/(\d+)\.png", path)
        expect(numbers is not None, f"{name}: {path} is no tile")
        if numbers is not None:
            zoom, x, y = map(int, numbers.groups())
            expect(x < 2**zoom and y < 2**zoom, f"{name}: {path} is beyond the world")
        expect(referrer is None, f"{name}: {port} is told of {referrer}")


def check_list_alone(driver, url, folder, name):
    """Everything works without a map, and nothing is broken."""
    driver.get(f"{url}{PLACES}")
    asks = any(one.is_displayed() for one in found(driver, "#here button"))
    expect(asks == (folder is not None), f"{name}: a button that does nothing is shown")
    maps = found(driver, ".map")
    expect(not any(one.is_displayed() for one in maps), f"{name}: a map is shown")
    fill(driver, name="Arcade", latitude="40.7128", longitude="-74.006", radius="300")
    press(driver, "Add the place")
    expect(listed(driver) == [[40.7128, -74.006, 300]], f"{name}: the place is not listed")
    if folder is not None:
        look(driver, f"places-map-{name}", folder)
    unfold(driver, "Remove Arcade")
    press(driver, "Yes, remove it: Arcade")
    expect(listed(driver) == [], f"{name}: the place is still there")


def check_pages(url, email, password, folder, kind, allowed):
    with browser.chromium(requests=True) as driver:
        browser.show_at(driver, 1280)
        browser.prefer(driver, "light")
        sign_in(driver, url, email, password)
        if kind == "none":
            check_here(driver, url, kind, is_drawn=False)
            check_list_alone(driver, url, folder, kind)
            expect(not found(driver, "link[href*=leaflet], script[src*=map]"), "there are scripts")
        else:
            check_here(driver, url, kind, is_drawn=True)
            check_map(driver, url, folder, kind)
        others = browser.asked(driver) - allowed
        expect(not others, f"{kind}: others are asked: {others}")
    with browser.chromium(scripts=False, requests=True) as driver:
        browser.show_at(driver, 390)
        sign_in(driver, url, email, password)
        # Scripts of a test run in a page that may run none of its own.
        check_list_alone(driver, url, None, f"{kind} without scripts")
        others = browser.asked(driver) - {url}
        expect(not others, f"{kind} without scripts: others are asked: {others}")


def check(url, email, password, folder, kind, port=None):
    if port is None:
        check_pages(url, email, password, folder, kind, {url})
        return
    with tiles(int(port)):
        allowed = {url, f"http://127.0.0.1:{port}"}
        check_pages(url, email, password, folder, kind, allowed)
    check_tiles(port, kind)
    # Tiles reach beyond the map that cuts them off, so axe-core takes the words around it for
    # covered; without tiles it judges the same words.
    faults[:] = [fault for fault in faults if "color-contrast" not in fault]


def main(url, email, password, folder, *kind):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    return report(check, url, email, password, folder, *kind)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
