"""What every page of the web app is used by."""

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from sign_in_page import fill, is_gone, until

SESSION = "purser-session"
# Whether what has the focus is an element with these properties.
FOCUSED = """
const [properties] = arguments;
const element = document.activeElement;
return Object.entries(properties).every(([name, value]) => element[name] === value);
"""


def text(driver, selector):
    return driver.find_element(By.CSS_SELECTOR, selector).text


def send(driver):
    """Presses the button of the page's own form, and waits until the page is another one."""
    page = driver.find_element(By.TAG_NAME, "html")
    driver.find_element(By.CSS_SELECTOR, "main form button").click()
    until(lambda: is_gone(page), "the form goes somewhere")


def focused(driver, **attributes):
    return driver.execute_script(FOCUSED, attributes)


def tab_to(driver, **attributes):
    """Presses the tab key until an element has the focus, as somebody without a mouse does."""
    for _ in range(120):
        if focused(driver, **attributes):
            return driver.switch_to.active_element
        # Sent to a field for a file, a key would be taken for its path.
        ActionChains(driver).send_keys(Keys.TAB).perform()
    raise TimeoutError(f"the keyboard does not come to {attributes}")


def sign_in(driver, url, email, password):
    driver.get(f"{url}/")
    until(lambda: driver.current_url == f"{url}/app/sign-in", "a stranger comes to sign in")
    fill(driver, email=email, password=password)
    send(driver)
    until(lambda: driver.current_url == f"{url}/app", "who signed in is on the first page")
