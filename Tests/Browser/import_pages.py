"""Bank files are imported: chosen and dropped, with the keyboard alone, and without scripts."""

import tempfile
from pathlib import Path

import browser
from pages import text
from selenium.webdriver.common.by import By
from sign_in_page import expect, fill, is_gone, look, until

IMPORT = "/app/transactions/import"
ROWS = "Date,Amount,Description\n2025-08-13,-4.50,Coffee\n2025-08-14,1200.00,Pay\n"
# Day and month of these cannot be told apart, and one row has no amount.
UNCLEAR = "Day,Amount,Text\n01/02/2025,-7.25,Books\n03/04/2025,abc,Shop\n05/06/2025,-1.00,Bread\n"
MOST = 50 * 1024 * 1024


def written(folder, name, content):
    path = Path(folder) / name
    path.write_text(content, encoding="utf-8")
    return str(path)


def large(folder):
    """A file that no form may carry, which takes no room on the disk."""
    path = Path(folder) / "large.csv"
    with path.open("wb") as file:
        file.truncate(MOST + 100_000)
    return str(path)


def click(driver, selector):
    """Presses a button, and waits until the page is another one."""
    page = driver.find_element(By.TAG_NAME, "html")
    driver.find_element(By.CSS_SELECTOR, selector).click()
    until(lambda: is_gone(page), f"{selector} goes somewhere")


def press(driver, job):
    """Presses the button of a preview that does something."""
    click(driver, f"main button[value={job}]")


def send(driver, **fields):
    """Sends the form with the file."""
    fill(driver, **fields)
    click(driver, "#upload button")


def select(driver, name, value):
    options = f"#look select[name={name}] option[value='{value}']"
    driver.find_element(By.CSS_SELECTOR, options).click()


def counts(driver):
    return [field.text for field in driver.find_elements(By.CSS_SELECTOR, ".figures dd")]


def chosen(driver):
    """The names of the files in the field."""
    script = "return [...document.getElementById('file').files].map((file) => file.name)"
    return driver.execute_script(script)


def take_back(driver, name):
    """Takes back the import whose page is shown, after the question that comes first."""
    driver.find_element(By.CSS_SELECTOR, "main details summary").click()
    click(driver, "main details button")
    expect("Taken back on" in text(driver, "#state"), f"{name}: it is not taken back")


def drag(driver, kind, *paths):
    """Files of the machine over the middle of the page, as the system hands them to a browser."""
    driver.execute_cdp_cmd(
        "Input.dispatchDragEvent",
        {
            "type": kind,
            "x": driver.execute_script("return window.innerWidth / 2"),
            "y": 300,
            "data": {"items": [], "files": list(paths), "dragOperationsMask": 1},
        },
    )


def drop(driver, *paths):
    drag(driver, "dragEnter", *paths)
    drag(driver, "dragOver", *paths)
    over = driver.find_elements(By.CSS_SELECTOR, ".drop.over")
    expect(len(over) == 1, "nothing shows where a file is dropped")
    drag(driver, "drop", *paths)
    until(
        lambda: not driver.find_elements(By.CSS_SELECTOR, ".drop.over"),
        "what shows where a file is dropped goes",
    )


def check_dropping(driver, folder):
    """Files that are dropped, and those that are not taken."""
    one = written(folder, "one.csv", ROWS)
    drop(driver, one)
    until(lambda: chosen(driver) == ["one.csv"], "a file that is dropped is chosen")
    expect(text(driver, "#reading") == "one.csv is chosen", "nobody is told of the file")
    focus = driver.switch_to.active_element.text
    expect(focus == "Show what would come of it", f"the focus is at {focus}")
    drop(driver, one, written(folder, "two.csv", ROWS))
    until(lambda: text(driver, "#file-problem") != "", "two files are one too many")
    expect(chosen(driver) == [], "two files are chosen")
    drop(driver, written(folder, "empty.csv", ""))
    until(lambda: "is empty" in text(driver, "#file-problem"), "a file may be empty")
    driver.find_element(By.ID, "file").send_keys(large(folder))
    until(lambda: "than 50 MiB" in text(driver, "#file-problem"), "a file may be too large")
    expect(chosen(driver) == [], "a file that is too large is chosen")
    drop(driver, one)
    until(lambda: text(driver, "#file-problem") == "", "the word stays beside the field")


def check_columns(driver, url, folder, pictures):
    """A file whose days are read both ways, and a row of which cannot be read."""
    driver.get(f"{url}{IMPORT}")
    driver.find_element(By.ID, "file").send_keys(written(folder, "unclear.csv", UNCLEAR))
    with browser.refused(driver, IMPORT):
        send(driver, account_name="Giro")
    problem = text(driver, "#column-date_format-problem")
    expect("both ways" in problem, f"no word of the days: {problem}")
    look(driver, "import-columns", pictures)
    day = driver.find_element(By.ID, "column-date").get_attribute("value")
    expect(day == "1", f"what was found is not chosen: {day}")
    select(driver, "date_format", "DD/MM/YYYY")
    press(driver, "preview")
    expect(counts(driver) == ["2", "0", "0", "1"], f"it counts {counts(driver)}")
    expect("Line 3" in text(driver, "#problems ~ .list"), "the row is not named")
    select(driver, "amount", "")
    with browser.refused(driver, IMPORT):
        press(driver, "preview")
    look(driver, "import-wrong", pictures)
    expect("choose it" in text(driver, "#column-amount-problem"), "an amount is not needed")
    select(driver, "amount", "2")
    press(driver, "preview")
    look(driver, "import-preview", pictures)
    # The browser itself asks for the tick, and nothing is sent without it.
    driver.find_element(By.CSS_SELECTOR, "main button[value=import]").click()
    expect(counts(driver) == ["2", "0", "0", "1"], "it is imported with a row left out untold")
    driver.find_element(By.ID, "skip").click()
    press(driver, "import")
    expect("2 transactions came" in text(driver, ".notice.good"), "it is not imported")
    take_back(driver, "columns")


def check_pages(driver, url, pictures):
    """From the transactions to a file, what would come of it, what came of it, and back."""
    with tempfile.TemporaryDirectory(prefix="purser-files-") as folder:
        driver.get(f"{url}/app/transactions")
        driver.find_element(By.CSS_SELECTOR, f".head a[href='{IMPORT}']").click()
        until(lambda: driver.current_url == f"{url}{IMPORT}", "no way to import a file")
        check_dropping(driver, folder)
        send(driver, account_name="Giro")
        expect(counts(driver) == ["2", "0", "0", "0"], f"it counts {counts(driver)}")
        expect("$4.50" in text(driver, "#rows ~ .list"), "the rows are not shown")

        # Whoever goes away comes back to it, and may leave it.
        driver.get(f"{url}{IMPORT}")
        expect(text(driver, "#waiting") == "one.csv is not imported yet", "the file is lost")
        look(driver, "import", pictures)
        click(driver, "#waiting ~ .row form:last-child button")
        expect(not driver.find_elements(By.ID, "waiting"), "the file still waits")

        path = written(folder, "notes.txt", "no bank file at all")
        driver.find_element(By.ID, "file").send_keys(path)
        with browser.refused(driver, IMPORT, status=415):
            send(driver)
        problem = text(driver, "#file-problem")
        expect("no format of bank files" in problem, f"any text is imported: {problem}")
        look(driver, "import-refused", pictures)

        driver.find_element(By.ID, "file").send_keys(written(folder, "may.csv", ROWS))
        send(driver, account_name="Giro")
        press(driver, "import")
        expect("2 transactions came" in text(driver, ".notice.good"), "it is not imported")
        look(driver, "import-done", pictures)
        driver.find_element(By.LINK_TEXT, "See the transactions").click()
        until(lambda: "account=" in driver.current_url, "no way to what came")
        expect("Coffee" in text(driver, "main"), "nothing came")
        driver.back()
        take_back(driver, "pages")
        check_columns(driver, url, folder, pictures)
        driver.get(f"{url}{IMPORT}")
        listed = [item.text for item in driver.find_elements(By.CSS_SELECTOR, ".side .list > li")]
        expect(len(listed) == 2, f"there are {len(listed)} imports")
        expect(all("taken back" in item for item in listed), f"the list says {listed}")


def check_task(hand, home):
    """A file is imported and taken back, with any hand."""
    with tempfile.TemporaryDirectory(prefix="purser-files-") as folder:
        hand.driver.get(f"{home.url}/app/transactions")
        hand.follow(f"main a[href='{IMPORT}']")
        if hand.is_plain:
            check_large(hand, folder)
        hand.attach("#file", written(folder, "keys.csv", ROWS))
        hand.write("#account_name", f"Account {hand.way}")
        hand.follow("#upload button[type=submit]")
        hand.expect(counts(hand.driver) == ["2", "0", "0", "0"], f"it counts {counts(hand.driver)}")
        hand.follow("main button[value=import]")
        hand.expect("What came of it" in text(hand.driver, "#state"), "it is not done")
        hand.open("main details")
        hand.follow("main details button[type=submit]")
        hand.expect("Taken back on" in text(hand.driver, "#state"), "it is not taken back")


def check_large(hand, folder):
    """A file that is too large, of which no script knows, is refused by the server."""
    with browser.refused(hand.driver, IMPORT, status=413):
        hand.attach("#file", large(folder))
        hand.follow("#upload button[type=submit]")
    problem = text(hand.driver, "#file-problem")
    hand.expect("larger than 50 MiB" in problem, f"no word of the size: {problem}")
