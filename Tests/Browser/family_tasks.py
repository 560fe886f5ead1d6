"""The main tasks of the family's pages, as a parent and a child do them with any hand."""

from faults import until
from family_pages import CHILD
from pages import text
from selenium.webdriver.common.by import By


def form(job):
    """The form that does something, by what its button sends."""
    return f"main form:has(button[value={job}])"


def figure(hand, selector):
    """An amount that is shown, in hundredths."""
    shown = text(hand.driver, selector)
    return int("".join(letter for letter in shown if letter.isdigit()))


def send(hand, job, **fields):
    """Fills in a form, which may be folded away, and presses its button."""
    own = form(job)
    if hand.driver.find_elements(By.CSS_SELECTOR, f"main details:has(button[value={job}])"):
        hand.open(f"main details:has(button[value={job}])")
    hand.fill(own, **fields)
    hand.follow(f"{own} button[value={job}]")


def family(hand, home):
    """What a child asks for is paid, and another child is added."""
    purpose = f"A drum {hand.way}"
    home.ask_for_money(purpose)
    hand.driver.get(f"{home.url}/app/family")
    hand.expect(purpose in text(hand.driver, "#waiting"), "what is asked for is not there")
    send(hand, "approve-request", message="Have fun")
    answers = home.requests_for(purpose)
    hand.expect(answers == [("Approved", "Have fun")], f"the answers are {answers}")
    hand.expect(not hand.driver.find_elements(By.ID, "waiting"), "it still waits")
    name = "".join(letter for letter in hand.way if letter.isalnum())
    send(
        hand,
        "add-child",
        firstName="Kim",
        lastName=name,
        email=f"{name}@example.com",
        password=CHILD[1],
        weeklyAllowance="3",
    )
    title = text(hand.driver, "h1")
    hand.expect(title == f"Kim {name}", f"the new child's page is called {title}")


def child(hand, home):
    """A parent pays and charges, sets a chore and pays it, and saves with the child."""
    hand.driver.get(f"{home.url}/app/family/{home.child_id}")
    check_wallet(hand)
    check_chore(hand, home)
    check_saving(hand)
    send(hand, "set-schedule", amount="7.50", frequency="Monthly", dayOfMonth="3")
    hand.expect("$7.50" in text(hand.driver, "#schedule"), "the allowance is not changed")
    kept = hand.driver.find_element(By.CSS_SELECTOR, f"{form('set-schedule')} [name=dayOfMonth]")
    hand.expect(kept.get_attribute("value") == "3", "its day is not changed")


def check_wallet(hand):
    before = figure(hand, "#wallet .figure")
    for button, change in (("Credit", 900), ("Debit", -400)):
        own = form(button)
        hand.fill(own, amount=f"{abs(change) // 100}", description=f"{button} {hand.way}")
        hand.follow(f"{own} button[value={button}]")
        after = figure(hand, "#wallet .figure")
        hand.expect(after == before + change, f"{button} of {change} from {before} leaves {after}")
        before = after


def check_chore(hand, home):
    title = f"Water {hand.way}"
    send(hand, "assign-chore", title=title, reward="2")
    hand.expect(title in text(hand.driver, "#chores"), "the chore is not there")
    home.finish(title)
    hand.driver.get(f"{home.url}/app/family/{home.child_id}")
    send(hand, "approve-chore")
    state = home.chore(title)["state"]
    hand.expect(state == "Approved", f"the chore is {state}")


def check_saving(hand):
    name = f"Kite {hand.way}"
    send(hand, "create-goal", name=name, targetAmount="40")
    hand.expect(name in text(hand.driver, "#goals"), "the goal is not there")
    saved = figure(hand, "#jars li:nth-child(2) .money")
    send(hand, "move-jar", **{"from": "Spend", "to": "Save", "amount": "1"})
    after = figure(hand, "#jars li:nth-child(2) .money")
    hand.expect(after == saved + 100, f"1 more than {saved} saves {after}")


def own(hand, home):
    """A child does a chore, puts money aside and asks for more."""
    title, purpose = f"Sweep {hand.way}", f"A flute {hand.way}"
    home.assign(title)
    hand.driver.get(f"{home.url}/app/family")
    send(hand, "finish-chore")
    state = home.chore(title)["state"]
    hand.expect(state == "Done", f"the chore is {state}")
    send(hand, "move-jar", amount="1", to="Save")
    send(hand, "ask", amount="40", purpose=purpose)
    until(lambda: purpose in text(hand.driver, "#ask"), f"{hand.way}: nothing is asked for")
    answers = home.requests_for(purpose)
    hand.expect(answers == [("Pending", None)], f"the answers are {answers}")
    home.settle()
