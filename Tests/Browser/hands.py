"""How somebody uses a page: with a mouse, or with the keyboard alone.

An element is named by a selector, and by the words that its text begins with where a selector
cannot tell it from others.
"""

from faults import expect, is_gone, until
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

# The first element that is seen and is the one; none while the page has just changed under the
# hand. Scrolled to the middle, where the tabs of a phone do not lie over it.
FIND = """
const [selector, words] = arguments;
const said = (element) => element.textContent.replace(/\\s+/g, " ").trim();
const found = [...document.querySelectorAll(selector)].find((element) =>
  element.checkVisibility() && said(element).startsWith(words));
if (found === undefined || document.querySelector("main[data-settling]") !== null) {
  return null;
}
found.scrollIntoView({ block: "center", behavior: "instant" });
return found;
"""
# Whether what has the focus is the element, and whether it is the way past the rail.
REACHED = """
const [selector, words] = arguments;
const element = document.activeElement;
const said = element.textContent.replace(/\\s+/g, " ").trim();
return [element.matches(selector) && said.startsWith(words), element.matches(".skip")];
"""
# Where an option stands, and whether it is chosen.
CHOSEN = """
const [field, value] = arguments;
const values = [...field.options].map((option) => option.value);
return [values.indexOf(value), field.value === value];
"""
MOST_STOPS = 150


class Hand:
    """What both ways have in common.

    way: How a fault is told, such as `by mouse at 390`. is_plain: Whether no script runs.
    """

    def __init__(self, driver, way, is_plain=False):
        self.driver = driver
        self.way = way
        self.is_plain = is_plain

    def keys(self, *keys):
        """Types where the focus is."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def follow(self, selector, words=""):
        """Presses a button or a link, and waits until the page is another one."""
        page = self.driver.find_element(By.TAG_NAME, "html")
        self.press(selector, words)
        until(lambda: is_gone(page), f"{self.way}: {selector} {words} goes somewhere")

    def write(self, selector, value):
        """Types into a field, in the place of what is there, or chooses what has this value."""
        field = self.reach(selector)
        if field.tag_name == "select":
            self.choose(field, value)
            return
        self.enter(field)
        chain = ActionChains(self.driver).key_down(Keys.CONTROL).send_keys("a")
        chain.key_up(Keys.CONTROL).send_keys(value).perform()

    def fill(self, form, **fields):
        """Types into the fields of a form, which stand in this order."""
        for name, value in fields.items():
            self.write(f"{form} [name={name}]", value)

    def open(self, details):
        """Unfolds what is folded away; it may stand open already."""
        if self.driver.find_element(By.CSS_SELECTOR, details).get_attribute("open") is None:
            self.press(f"{details} > summary")

    def attach(self, selector, path):
        """Chooses a file; a browser's own window for that cannot be reached."""
        self.reach(selector).send_keys(path)

    def expect(self, holds, fault):
        expect(holds, f"{self.way}: {fault}")


class Mouse(Hand):
    def reach(self, selector, words=""):
        """Scrolls to the element as soon as it stands still."""
        found = []

        def is_found():
            found[:] = [self.driver.execute_script(FIND, selector, words)]
            return found[0] is not None

        until(is_found, f"{self.way}: {selector} {words} is seen")
        return found[0]

    def press(self, selector, words=""):
        self.reach(selector, words).click()

    def enter(self, field):
        field.click()

    def choose(self, field, value):
        field.find_element(By.CSS_SELECTOR, f"option[value='{value}']").click()


class Keyboard(Hand):
    def reach(self, selector, words=""):
        """Presses the tab key until the element has the focus, past the rail where it can."""
        for _ in range(MOST_STOPS):
            is_reached, is_skip = self.driver.execute_script(REACHED, selector, words)
            if is_reached:
                return self.driver.switch_to.active_element
            if is_skip and not selector.startswith(".rail"):
                self.keys(Keys.ENTER)
            self.keys(Keys.TAB)
        raise TimeoutError(f"{self.way}: the keyboard does not come to {selector} {words}")

    def press(self, selector, words=""):
        self.reach(selector, words)
        self.keys(Keys.ENTER)

    def enter(self, field):
        """The focus is there already."""

    def choose(self, field, value):
        position, _ = self.driver.execute_script(CHOSEN, field, value)
        self.keys(Keys.HOME, Keys.DOWN * position)
        _, is_chosen = self.driver.execute_script(CHOSEN, field, value)
        self.expect(is_chosen, f"{value} is not chosen")
