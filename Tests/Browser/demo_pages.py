"""The pages of the demo household as they look, to a parent and to a child."""

from pages import sign_in, text
from selenium.webdriver.common.by import By
from sign_in_page import expect, look

PASSWORD = "demo-house-1"
RULES = {
    "rules": "/app/rules",
    "places": "/app/rules/places",
    "policies": "/app/rules/policies",
    "decisions": "/app/rules/decisions",
}
PARENT = {
    "today": "/app",
    "transactions": "/app/transactions",
    "found": "/app/transactions?q=groceries",
    "buy": "/app/buy",
    "family": "/app/family",
    **RULES,
    "cards": "/app/cards",
    "missed": "/app/cards/missed",
    "ask": "/app/ask",
}
CHILD = {
    "child-today": "/app",
    "child-own": "/app/family",
    "child-past": "/app/family/past",
    "child-chores": "/app/family/chores",
    "child-buy": "/app/buy",
    "child-rules": "/app/rules",
    "child-cards": "/app/cards",
    "child-ask": "/app/ask",
    "child-settings": "/app/settings",
    "child-settings-sign-in": "/app/settings/sign-in",
}


def show(driver, url, pages, folder):
    for name, path in pages.items():
        driver.get(f"{url}{path}")
        expect("/app/sign-in" not in driver.current_url, f"{name} is shown to nobody")
        look(driver, f"demo-{name}", folder)


def check_child(driver, url, folder):
    """A child's page, by the link to it."""
    driver.get(f"{url}/app/family")
    driver.find_element(By.CSS_SELECTOR, "main a[href*='/app/family/']").click()
    expect(text(driver, "h1") == "Cleo Demo", "the first child is another one")
    look(driver, "demo-family-child", folder)


def check_components(driver, url, folder):
    driver.get(f"{url}/app/components")
    look(driver, "components", folder)
    words = text(driver, "#buttons button[disabled]")
    expect("offline" in words, f"no button is disabled: {words}")
    expect(text(driver, "#field-problem-problem") != "", "no field has a word of what is wrong")


def check_parent(driver, url, folder):
    sign_in(driver, url, "ana@demo.example", PASSWORD)
    show(driver, url, PARENT, folder)
    check_child(driver, url, folder)
    check_components(driver, url, folder)


def check_children(driver, url, folder):
    """What a child sees; of policies, the one of two that has some."""
    sign_in(driver, url, "cleo@demo.example", PASSWORD)
    show(driver, url, CHILD, folder)
    driver.delete_all_cookies()
    sign_in(driver, url, "dan@demo.example", PASSWORD)
    show(driver, url, {"child-policies": "/app/rules/policies"}, folder)
