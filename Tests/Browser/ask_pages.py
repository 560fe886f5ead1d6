"""The pages of questions, and of the answer to a purchase with its score."""

import json
from urllib.request import Request, urlopen

import browser
from pages import SESSION, send, tab_to, text
from rules_pages import named
from rules_pages import press as press_named
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from sign_in_page import expect, fill, is_gone, look, until

GROCERIES = "How much did I spend on groceries last month?"

# Notes in which order text and whole answers come to the page, whatever the time between them.
WATCH = """
window.came = [];
const text = document.querySelector("#telling .told .text");
new MutationObserver((records) => {
  for (const { target, addedNodes, removedNodes } of records) {
    if (target === text && addedNodes.length > 0) {
      came.push("text");
    } else if ([...removedNodes].some(({ id }) => id === "ask-said")) {
      came.push("whole");
    }
  }
}).observe(document.querySelector("main"), { childList: true, subtree: true });
"""


def called(url, path, body, token=None):
    """What the API answers to a call."""
    headers = {"Content-Type": "application/json"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    with urlopen(Request(f"{url}{path}", json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


def seed(url, email, password):
    """Fills the household with the accounts and transactions of the demo."""
    signed_in = called(url, "/api/v1/auth/login", {"email": email, "password": password})
    called(url, "/transactions/sync", {"demoSeed": True}, signed_in["token"])


def questions(driver):
    return driver.find_elements(By.CSS_SELECTOR, "#conversation .asked")


def typed(driver):
    return driver.find_element(By.NAME, "message").get_attribute("value")


def check_empty(driver, url, folder):
    driver.get(f"{url}/app/ask")
    look(driver, "ask", folder)
    fill(driver, message=f"{GROCERIES} <b>")
    driver.find_element(By.CSS_SELECTOR, "#talk button").click()
    until(lambda: driver.find_elements(By.ID, "latest"), "no answer where there is no account")
    expect(text(driver, ".asked .text").endswith("month? <b>"), "the question is not as asked")


def check_asking(driver, url, folder):
    """Text comes before the whole answer, and the answer is what the page itself shows."""
    driver.get(f"{url}/app/ask?new=1")
    driver.execute_script(WATCH)
    fill(driver, message=GROCERIES)
    driver.find_element(By.CSS_SELECTOR, "#talk button").click()
    until(lambda: driver.find_elements(By.ID, "latest"), "no answer")
    came = driver.execute_script("return came")
    expect(came[:1] == ["text"] and came[-1:] == ["whole"], f"it came as {came}")
    expect(came.count("whole") == 1, f"the page is taken over more than once: {came}")
    expect(len(driver.find_elements(By.CSS_SELECTOR, "#latest .figures dd")) > 0, "no figures")
    expect("#latest" in driver.current_url, "the address does not name the answer")
    expect(typed(driver) == "", "the question stays in the field")
    hidden = driver.find_element(By.ID, "telling")
    expect(not hidden.is_displayed(), "what came stays beside the answer")
    told = driver.find_element(By.CSS_SELECTOR, "[data-end=told]").get_attribute("textContent")
    expect("The answer is whole, with" in told, f"nobody hears that the answer is whole: {told}")
    expect(driver.switch_to.active_element.text == "Ask", "the focus does not come back")
    look(driver, "ask-answered", folder)
    said = driver.find_element(By.ID, "ask-said").get_attribute("innerHTML")
    driver.refresh()
    shown = driver.find_element(By.ID, "ask-said").get_attribute("innerHTML")
    expect(said == shown, "the answer is not what the page shows by itself")


def check_sources(driver):
    """A source leads to its transaction, opened."""
    link = driver.find_element(By.CSS_SELECTOR, "#latest details a.what")
    merchant = driver.execute_script("return arguments[0].firstChild.textContent", link)
    link.click()
    until(lambda: "/app/transactions" in driver.current_url, "a source leads nowhere")
    opened = driver.find_element(By.CSS_SELECTOR, "aside.card")
    name = opened.get_attribute("aria-label")
    expect(opened.is_displayed() and name == merchant, f"{merchant} is not opened, but {name}")
    driver.back()
    until(lambda: driver.find_elements(By.ID, "latest"), "no way back to the answer")


def check_quick(driver):
    """A quick question goes on with the conversation, and what was typed meanwhile stays."""
    before = len(questions(driver))
    fill(driver, message="Half a thought")
    driver.find_element(By.CSS_SELECTOR, ".quick button").click()
    until(lambda: len(questions(driver)) == before + 1, "not asked by a button")
    until(lambda: driver.switch_to.active_element.get_attribute("class") == "chip", "focus is lost")
    expect(typed(driver) == "Half a thought", f"what was typed is lost: {typed(driver)}")


def check_refused(driver):
    """A question that is too long gets the page that says so, with the question in it."""
    long = "x" * 4_001
    field = driver.find_element(By.NAME, "message")
    driver.execute_script(
        "arguments[0].removeAttribute('maxlength'); arguments[0].value = arguments[1];"
        "arguments[0].dispatchEvent(new Event('input', { bubbles: true }));",
        field,
        long,
    )
    with browser.refused(driver, "/app/ask/tell", "/app/ask"):
        driver.find_element(By.CSS_SELECTOR, "#talk button").click()
        until(lambda: driver.find_elements(By.ID, "message-problem"), "no word of what is wrong")
    expect("too long" in text(driver, "#message-problem"), "no word of its length")
    expect(typed(driver) == long, "a question that is too long was lost")


def check_ended_session(driver, url, email, password):
    """Who is signed out meanwhile signs in, and finds the question of a button as typed."""
    driver.get(f"{url}/app/ask?new=1")
    field = driver.find_element(By.NAME, "message")
    field.send_keys(Keys.CONTROL + "a", Keys.DELETE)
    button = driver.find_element(By.CSS_SELECTOR, ".quick button")
    asked = button.text
    driver.delete_cookie(SESSION)
    button.click()
    until(lambda: "/app/sign-in" in driver.current_url, "an ended session leads to signing in")
    fill(driver, email=email, password=password)
    send(driver)
    until(lambda: "/app/ask" in driver.current_url, "it goes on where it was")
    until(lambda: typed(driver) == asked, f"the question is lost: {typed(driver)}")


def check_deletion(driver):
    page = driver.find_element(By.TAG_NAME, "html")
    driver.find_element(By.CSS_SELECTOR, "#ask-deletion summary").click()
    driver.find_element(By.CSS_SELECTOR, "#ask-deletion button").click()
    until(lambda: is_gone(page), "the deletion goes somewhere")
    expect(not questions(driver), "the conversation stays")


def check_buying(driver, url, folder):
    """The score stands as a gauge with its factors; what is declined is allowed once."""
    driver.get(f"{url}/app/buy")
    fill(driver, merchant="Corner Books", amount="30", category="fun")
    send(driver)
    gauge = driver.find_element(By.CSS_SELECTOR, ".gauge svg[role=img]")
    label = gauge.get_attribute("aria-label")
    figure, level = text(driver, ".gauge .figure"), text(driver, ".gauge .tag")
    expect(f"{figure}, which is {level}." in label, f"the gauge is called {label}")
    drawn = driver.find_element(By.CSS_SELECTOR, ".gauge .fill").get_attribute("stroke-dasharray")
    expect(drawn == f"{figure.split()[0]} 100", f"{figure} is drawn as {drawn}")
    expect(len(driver.find_elements(By.CSS_SELECTOR, ".factors li")) > 1, "no factors")
    way = named(driver, "a", "Change the limit").get_attribute("href")
    expect("/app/rules?for=" in way, f"the limit is at {way}")
    trace = driver.find_elements(By.CSS_SELECTOR, ".trace li")
    expect(trace and not trace[0].is_displayed(), "the trace is open before anybody opens it")
    look(driver, "buy-declined", folder)
    named(driver, "summary", "What was looked at").click()
    expect(trace[0].is_displayed(), "the trace does not open")
    named(driver, "summary", "Allow it once anyway").click()
    look(driver, "buy-allowing", folder)
    press_named(driver, "Yes, allow it once")
    card = text(driver, ".card.allowed")
    expect("allowed once" in card, f"no word that it is allowed: {card}")
    kept = driver.find_element(By.NAME, "merchant").get_attribute("value")
    expect(kept == "Corner Books", f"the purchase is lost: {kept}")
    send(driver)
    expect(text(driver, ".answer h2") == "Yes: a parent allowed it", "it is not allowed")
    check_word(driver)


def check_word(driver):
    """What the reader says of a purchase is kept, by the keyboard, and what was asked stays."""
    page = driver.find_element(By.TAG_NAME, "html")
    tab_to(driver, textContent="No, I can do without").send_keys(Keys.ENTER)
    until(lambda: is_gone(page), "the word goes nowhere")
    expect("Kept: you can do without it" in text(driver, ".notice.good"), "no word is kept")
    kept = driver.find_element(By.NAME, "merchant").get_attribute("value")
    expect(kept == "Corner Books", f"what was asked is lost: {kept}")
    kinds = driver.find_elements(By.CSS_SELECTOR, "#kinds option")
    expect(len(kinds) > 5, "no kind is suggested")


def check_today(driver, url, folder):
    """What is safe to spend opens its steps, and an account leads to its transactions."""
    driver.get(f"{url}/app")
    tab_to(driver, textContent="How this is reckoned").send_keys(Keys.ENTER)
    steps = driver.find_elements(By.CSS_SELECTOR, ".reckoning li")
    expect(len(steps) > 4 and all(step.is_displayed() for step in steps), "no steps are shown")
    look(driver, "today-reckoned", folder)
    driver.find_element(By.CSS_SELECTOR, "[data-live=balances] a.what").click()
    until(lambda: "account=" in driver.current_url, "an account leads nowhere")


def check_pages(driver, url, email, password, folder):
    """What a parent asks; kinds that are called fun are blocked before."""
    check_buying(driver, url, folder)
    check_empty(driver, url, folder)
    seed(url, email, password)
    check_today(driver, url, folder)
    check_asking(driver, url, folder)
    check_sources(driver)
    check_quick(driver)
    check_refused(driver)
    check_ended_session(driver, url, email, password)
    driver.get(f"{url}/app/ask")
    check_deletion(driver)
