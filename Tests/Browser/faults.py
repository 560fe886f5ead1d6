"""What was found to be wrong, and waiting for what comes."""

import sys
import time

from selenium.common.exceptions import (
    NoSuchElementException,
    StaleElementReferenceException,
    WebDriverException,
)

faults = []


def expect(holds, fault):
    if not holds:
        faults.append(fault)


def is_gone(element):
    try:
        return not element.is_enabled()
    except WebDriverException:  # the driver has a name for each way of not finding it any more
        return True


def until(holds, what):
    """Waits for it; what a page that is just replaced does not have is not there yet."""
    deadline = time.monotonic() + 30

    def is_so():
        try:
            return holds()
        except (NoSuchElementException, StaleElementReferenceException):
            return False

    while not is_so():
        if time.monotonic() > deadline:
            raise TimeoutError(what)
        time.sleep(0.02)


def report(check, *arguments):
    """Runs a check and prints what was wrong, one line each; what a program ends with.

    What was wrong first is often why the rest could not be tried, so it is printed in any case.
    """
    try:
        check(*arguments)
    finally:
        for fault in faults:
            print(fault, file=sys.stderr)
    return 1 if faults else 0
