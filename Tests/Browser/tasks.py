"""The main task of every page, as a parent does it with any hand, at any width.

Each may be done again and again in one household: what it makes is named after the hand, or goes.
"""

import family_tasks
import import_pages
from family_pages import CHILD
from faults import until
from pages import SESSION, text
from selenium.webdriver.common.by import By

GROCERIES = "How much did I spend on groceries last month?"
NOTICE = "main .notice:not(.offline)"


def found(hand, selector):
    return hand.driver.find_elements(By.CSS_SELECTOR, selector)


def value(hand, selector):
    return hand.driver.find_element(By.CSS_SELECTOR, selector).get_attribute("value")


def enter(hand, home, email, password, place="/app"):
    """Signs in, and is where one wanted to be."""
    hand.driver.get(f"{home.url}{place}")
    hand.fill("main form", email=email, password=password)
    hand.follow("main form[method=post]:not(#passkey) button[type=submit]")
    until(
        lambda: hand.driver.current_url == f"{home.url}{place}",
        f"{hand.way}: who signed in goes on where it began",
    )


def leave(hand, home):
    """Signs out, on a phone by the last of its tabs."""
    if hand.driver.execute_script("return window.innerWidth") > 860:
        hand.follow(".rail .who button")
    else:
        hand.follow(".tabs a[href$='/app/more']")
        hand.follow("main form[action$='/sign-out'] button")
    until(
        lambda: hand.driver.current_url == f"{home.url}/app/sign-in",
        f"{hand.way}: it signs out",
    )
    left = [cookie["name"] for cookie in hand.driver.get_cookies()]
    hand.expect(SESSION not in left, "the session's cookie stays")


def today(hand, home):
    """A child asks for something, and is allowed it once."""
    merchant = f"Arcade {hand.way}"
    home.ask_to_buy(merchant)
    hand.driver.get(f"{home.url}/app")
    asked = "[data-live=approvals]"
    hand.expect(merchant in text(hand.driver, asked), "what is asked is not there")
    hand.follow(f"{asked} button[value=approve]")
    hand.expect(merchant not in text(hand.driver, asked), "it is still asked")
    place = hand.driver.current_url.split("?")[0]
    hand.expect(place == f"{home.url}/app", f"it goes on at {place}")
    answers = home.answer_to(merchant)
    hand.expect(answers == ["approved"], f"the answers are {answers}")


def transactions(hand, home):
    """One is found and opened, and its kind and its note are kept."""
    hand.driver.get(f"{home.url}/app/transactions")
    hand.write("#q", "Netflix")
    hand.follow("form[role=search] button[type=submit]")
    hand.follow("[data-live=results] a.what", "Netflix")
    written = {"category": f"Films {hand.way}", "notes": f"Shared {hand.way}"}
    hand.fill("aside form", **written)
    hand.follow("aside form button[type=submit]")
    hand.driver.refresh()
    for name, words in written.items():
        kept = value(hand, f"aside form [name={name}]")
        hand.expect(kept == words, f"the {name} is {kept}")


def buy(hand, home):
    """It is asked whether something may be bought."""
    hand.driver.get(f"{home.url}/app/buy")
    hand.fill("main form", merchant="Steam", amount="5")
    hand.follow("main form button[type=submit]")
    hand.expect(found(hand, ".answer"), "no answer")


def rules(hand, home):
    """A limit is set, and removed again."""
    hand.driver.get(f"{home.url}/app/rules")
    hand.write("#category-new", "Lego")
    hand.write("#limit-new", "20")
    hand.follow("form:has(#limit-new) button[type=submit]")
    limits = "[data-live=limits]"
    hand.expect("Lego" in text(hand.driver, limits), "the limit is not set")
    hand.press(f"{limits} summary", "Remove Lego")
    hand.follow(f"{limits} button", "Yes, remove it: Lego")
    hand.expect("Lego" not in text(hand.driver, limits), "the limit is not removed")


def places(hand, home):
    """A place is added, and removed again; a map is there for those who want it."""
    hand.driver.get(f"{home.url}/app/rules/places")
    figures = {"name": "Arcade", "latitude": "40.7128", "longitude": "-74.006", "radius": "300"}
    for name, typed in figures.items():
        hand.write(f"#{name}-new", typed)
    hand.follow("form:has(#name-new) button[type=submit]")
    listed = [row.get_attribute("data-latitude") for row in found(hand, "[data-place]")]
    hand.expect(listed == ["40.7128"], f"the places are at {listed}")
    hand.press("[data-place] summary", "Remove Arcade")
    hand.follow("[data-place] button", "Yes, remove it: Arcade")
    hand.expect(not found(hand, "[data-place]"), "the place is not removed")


def policies(hand, home):
    """A policy is built from a part, and saved."""
    hand.driver.get(f"{home.url}/app/rules/policies/new")
    hand.write("main [name=name]", f"Dear things {hand.way}")
    hand.follow("main button[value=add]")
    hand.write("main [name=p0_at_least]", "5000")
    hand.follow("main button[value=save]")
    hand.expect("Saved as a draft" in text(hand.driver, NOTICE), "it is no draft")


def decisions(hand, home):
    """It is looked back, and read why something was decided."""
    hand.driver.get(f"{home.url}/app/rules/decisions")
    hand.follow("main a[href$='range=7d']")
    hand.follow("main .list a[href*='/app/rules/decisions/']")
    hand.expect(len(found(hand, "main ol.trace li")) > 2, "nothing says why")


def cards(hand, home):
    """A card is found and added, is the best for a purchase, and goes again."""
    hand.driver.get(f"{home.url}/app/cards")
    hand.follow("main .head a[href$='/cards/add']")
    hand.write("main [name=q]", "amex gold")
    hand.follow("form[role=search] button[type=submit]")
    hand.open("main .card:first-of-type details")
    hand.follow("main .card:first-of-type details button[type=submit]")
    hand.fill("form[aria-labelledby=which-card]", merchant="Aldi", amount="150")
    hand.follow("form[aria-labelledby=which-card] button[type=submit]")
    hand.expect("Gold" in text(hand.driver, ".answer h2"), "no card is the best")
    hand.open("main details.again")
    hand.follow("main details.again button[type=submit]")
    hand.expect(not found(hand, "main details.again"), "the card is not removed")


def ask(hand, home):
    """A question is typed, and the next one chosen."""
    hand.driver.get(f"{home.url}/app/ask?new=1")
    hand.write("#message", GROCERIES)
    hand.press("#talk button[type=submit]")
    until(lambda: found(hand, "#latest"), f"{hand.way}: no answer")
    hand.press("#quick button", "What is safe to spend today?")
    until(lambda: len(found(hand, "#conversation .asked")) == 2, f"{hand.way}: no second answer")


ALL = (
    today,
    transactions,
    buy,
    rules,
    places,
    policies,
    decisions,
    family_tasks.family,
    family_tasks.child,
    cards,
    ask,
    import_pages.check_task,
)


def check_all(hand, home):
    """Signs in, does the main task of every page, signs out, and does those of a child."""
    enter(hand, home, home.email, home.password, place="/app/buy")
    for task in ALL:
        task(hand, home)
    leave(hand, home)
    enter(hand, home, *CHILD)
    family_tasks.own(hand, home)
