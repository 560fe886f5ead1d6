"""The pages that one comes to first: sign-in, today, transactions, buying, search and settings."""

import browser
from pages import send, sign_in, text
from selenium.webdriver.common.by import By
from sign_in_page import expect, fill, look, until


def check_pages(driver, url, email, password, folder):
    driver.get(f"{url}/app/sign-in")
    look(driver, "sign-in", folder)
    fill(driver, email=email, password="wrong1234")
    with browser.refused(driver, "/app/sign-in", status=401):
        send(driver)
    expect("E-mail or password is wrong" in text(driver, "[role=alert]"), "no alert")
    typed = driver.find_element(By.NAME, "email").get_attribute("value")
    expect(typed == email, f"the address was lost: {typed}")
    look(driver, "sign-in-failed", folder)
    sign_in(driver, url, email, password)
    look(driver, "today", folder)
    begin = driver.find_element(By.CSS_SELECTOR, "[data-live=safe] a.button").get_attribute("href")
    expect(begin.endswith("/app/transactions/import"), f"a new household begins at {begin}")
    current = driver.find_elements(By.CSS_SELECTOR, "[aria-current=page]")
    expect(len(current) == 2, "the rail and the tabs say where one is")
    driver.get(f"{url}/app/transactions")
    look(driver, "transactions", folder)
    driver.get(f"{url}/app/buy")
    look(driver, "buy", folder)
    fill(driver, merchant="Corner Books", amount="a lot", category="fun")
    with browser.refused(driver, "/app/buy"):
        send(driver)
    look(driver, "buy-wrong", folder)
    expect("must be an amount" in text(driver, "#amount-problem"), "no word of what is wrong")
    kept = driver.find_element(By.NAME, "merchant").get_attribute("value")
    expect(kept == "Corner Books", f"what was typed was lost: {kept}")
    fill(driver, amount="12.50")
    send(driver)
    expect(text(driver, ".answer h2") == "Yes", "the purchase is not approved")
    expect(len(driver.find_elements(By.CSS_SELECTOR, ".trace li")) > 2, "there is no trace")
    look(driver, "buy-answered", folder)
    check_search(driver, url, folder)
    check_settings(driver, url, folder)
    check_message(driver, url, folder)


def check_search(driver, url, folder):
    driver.get(f"{url}/app/transactions?q=groceries&least=1")
    typed = driver.find_element(By.NAME, "q").get_attribute("value")
    expect(typed == "groceries", f"the search was lost: {typed}")
    look(driver, "search", folder)
    with browser.refused(driver, "/app/transactions"):
        driver.get(f"{url}/app/transactions?q=groceries&least=a+lot")
    expect("must be an amount" in text(driver, "#search-least-problem"), "no word of the amount")
    look(driver, "search-wrong", folder)


def check_settings(driver, url, folder):
    driver.get(f"{url}/app/more")
    look(driver, "more", folder)
    for name in ("accounts", "notifications", "sign-in", "sessions", "household", "data"):
        driver.get(f"{url}/app/settings")
        driver.find_element(By.CSS_SELECTOR, f"main a[href$='/settings/{name}']").click()
        until(lambda: driver.current_url.endswith(f"/settings/{name}"), f"no way to {name}")
        look(driver, f"settings-{name}", folder)
    driver.get(f"{url}/app/settings")
    look(driver, "settings", folder)

    driver.get(f"{url}/app/settings/notifications")
    fill(driver, large_transaction_threshold="a lot")
    with browser.refused(driver, "/app/settings/notifications"):
        send(driver)
    wrong = text(driver, "#large_transaction_threshold-problem")
    expect("must be an amount" in wrong, f"no word of what is wrong: {wrong}")
    look(driver, "settings-notifications-wrong", folder)
    fill(driver, large_transaction_threshold="250")
    send(driver)
    expect("as you want it" in text(driver, ".notice.good"), "nothing says that it was kept")

    driver.get(f"{url}/app/settings/data")
    driver.find_element(By.CSS_SELECTOR, ".again summary").click()
    fill(driver, confirmation="someone@example.com")
    with browser.refused(driver, "/app/settings/data"):
        send(driver)
    problem = text(driver, "#confirmation-problem")
    expect("must be your e-mail address" in problem, f"anybody may be deleted: {problem}")
    look(driver, "settings-data-wrong", folder)


def check_message(driver, url, folder):
    """What does not exist is told by a page with a way on."""
    with browser.refused(driver, "/app/transactions", status=404):
        driver.get(f"{url}/app/transactions?month=never")
    look(driver, "message", folder)
    expect("Trace" in text(driver, "main"), "the page does not name its trace")
