"""What schemathesis does in its own process beside its checks."""

import itertools
import re
from decimal import Decimal

import schemathesis
from schemathesis.core.failures import AcceptedNegativeData
from schemathesis.openapi.checks import RejectedPositiveData

NO_DAY = "must be a month such as 2025-01 or a day such as 2025-01-15"
TO_BEFORE_FROM = "must not be before from"

# What a document cannot say of a field, because it is the server's state or a sum that decides:
# the operation, or None for all of them; the field; the rule. A call that is right but for these is
# refused with 400 and rightly so.
UNSAYABLE = {
    # A blank text is none elsewhere, whatever space it is made of; here it takes notes away.
    ("updateTransaction", "notes", "has a control character"),
    # What was shown, sent or signed in another call.
    ("testNotification", "device_token", "is not registered"),
    ("registerInvited", "code", "is of no open invitation"),
    ("addPasskey", "credential", "is malformed"),
    ("addPasskey", "credential", "is not of the type that is needed here"),
    # Which password and which second factor the account has by then.
    (None, "password", "is wrong"),
    (None, "currentPassword", "is wrong"),
    (None, "code", "is wrong"),
    (None, "password", "is required"),
    (None, "code", "is required"),
    # What the pool holds already.
    ("depositToPool", "amount", "is out of range"),
    # The currency is the household's.
    ("chargeCard", "currency", "must be usd"),
    # Three numbers have a sum.
    ("setSplit", "spend", "must be 100 together with save and give"),
    ("setSplit", "save", "must be 100 together with spend and give"),
    ("setSplit", "give", "must be 100 together with spend and save"),
    # A bank's token, which is good once, and a list that has one value.
    ("exchangePublicToken", "public_token", "is unknown, used or too old"),
    ("exchangePublicToken", "public_token", "was used already"),
    ("exchangePlaidToken", "publicToken", "is unknown, used or too old"),
    ("exchangePlaidToken", "publicToken", "was used already"),
    ("createLinkToken", "products", 'must be ["transactions"]'),
    # Two days have an order.
    ("listTransactions", "start_date", "is after end_date"),
    ("exportTransactions", "start_date", "is after end_date"),
    ("summarizeTransactions", "start_date", "is after end_date"),
    ("transactionsOverview", "to", TO_BEFORE_FROM),
    ("searchTransactions", "to", TO_BEFORE_FROM),
    ("aggregateTransactions", "to", TO_BEFORE_FROM),
    # What comes before a transaction is told by its instant and its id, in place of a page.
    ("transactionsOverview", "before", "must be there with beforeId"),
    ("transactionsOverview", "ids", "must not be there with before"),
    ("transactionsOverview", "page", "must not be there with before"),
    # A text of several ids.
    ("transactionsOverview", "ids", "must be 1 to 100 ids with commas between them"),
    # Two amounts have an order, and two names of one field must agree.
    ("transactionsOverview", "amountMax", "must not be less than amountMin"),
    ("searchTransactions", "amountMax", "must not be less than amountMin"),
    ("searchTransactions", "query", "must be the same as q"),
    # A name of a list is as long as a category may be.
    ("searchTransactions", "categories", "has a name that is too long"),
    # A query is counted without the space around it; cards of a list are told apart, and one counts.
    ("recommendCard", "userQuery", "is too short"),
    ("recommendCard", "userCards", "must not have one id twice"),
    ("recommendCard", "userCards", "must not have two limits for one category"),
    ("recommendCard", "userCards", "has a name that is too long"),
    ("recommendCard", "userCards", "has no active card"),
    # Which cards and accounts there are, what was spent already, and of what a list must not have two.
    (None, "accountId", "is not one of your accounts"),
    ("addCatalogueCard", "card", "is not in the catalogue"),
    ("updateSpending", "category", "has no limit on this card"),
    ("updateSpending", "amount", "is out of range"),
    ("createCard", "spendingLimits", "must not have two limits for one category"),
    ("updateCard", "spendingLimits", "must not have two limits for one category"),
    ("createCard", "spendingLimits", "must not have one id twice"),
    ("updateCard", "spendingLimits", "must not have one id twice"),
    ("createCard", "rewardCategories", "must not have one id twice"),
    ("updateCard", "rewardCategories", "must not have one id twice"),
    # Records of devices: one of two headers is needed, keys stay, and what a record is decides.
    (None, "If-None-Match", "must not stand beside If-Match"),
    (None, "memberId", "cannot be changed"),
    (None, "childId", "cannot be changed"),
    (None, "userId", "cannot be changed"),
    ("putRuleCopy", "category", "cannot be changed"),
    ("listChanges", "kinds", "must be kinds between commas"),
    ("putChildCopy", "split", "must be 100 together"),
    ("putChildCopy", "pauseReason", "is required for a pause"),
    ("putChildCopy", "pauseReason", "is only for a pause"),
    ("putChoreCopy", "state", "must be Assigned for a new chore"),
    ("putChoreCopy", "reason", "is required"),
    ("putCardCopy", "spendingLimits", "must not have two limits for one category"),
    ("putCardCopy", "spendingLimits", "must not have one id twice"),
    ("putCardCopy", "rewardCategories", "must not have one id twice"),
    ("putTransactionEditCopy", "category", "or notes must be there"),
    # Not every month has 31 days, and some have not begun.
    ("missedRewards", "month", "is in the future"),
    ("transactionsOverview", "from", NO_DAY),
    ("transactionsOverview", "to", NO_DAY),
    ("syncTransactions", "startMonth", NO_DAY),
    ("syncTransactions", "startDate", NO_DAY),
    ("syncTransactions", "startMonth", "is in the future"),
    ("syncTransactions", "startDate", "is in the future"),
    # One of two fields is needed.
    ("updateTransaction", "category", "or notes must be there"),
    # The account_id of an account is a UUID, which is passed on where an integer is asked for.
    ("listTransactions", "account_id", "has the wrong type"),
    ("exportTransactions", "account_id", "has the wrong type"),
    # A policy that is tried is one of the household's or one as it could be, and not both.
    ("backtestPolicies", "policies", "must each have an id, or name, when and then"),
    ("backtestPolicies", "policies", "must have an id and nothing else, or name, when and then"),
    ("backtestPolicies", "policies", "has a name that is too long"),
    ("backtestPolicies", "policies", "has a message that is too long"),
    ("backtestPolicies", "to", TO_BEFORE_FROM),
    # The names that the time zone database has now.
    (None, "timeZone", "is not a known time zone"),
    (None, "time_zone", "is not a known time zone"),
}

# What no schema can say of a condition: two figures have an order, two words exclude one another,
# and a whole that lies within itself has a size. Each is told by its place.
OF_CONDITION = re.compile(r"(?:policies\[\d+\]\.)?when(?:[.\[].*)?")
CONDITION_RULES = {
    "is deeper than 6 conditions",
    "has more than 50 leaves",
    "is larger than 4096 bytes",
    "must not be less than at_least",
    "must not be the same as from",
    "must have days, from or to",
    "must not have both member and household",
    "has more than 30 combining marks in a row",
}
CONDITIONAL = {"createPolicy", "updatePolicy", "putPolicyCopy", "backtestPolicies"}
CODE_RULE = "must be a code such as 5812 or a range such as 7800-7999"

PRECONDITIONS = {"If-Match", "If-None-Match"}

EXAMPLE_KEY = "7f8d2c1e-order-1"
keys = itertools.count(1)


def with_own_key(request):
    if request.headers.get("Idempotency-Key") == EXAMPLE_KEY:
        request.headers["Idempotency-Key"] = f"{EXAMPLE_KEY}-{next(keys)}"
    return request


@schemathesis.hook
def before_call(context, case, kwargs):
    """Every call has a key of its own; with the example's all but one would be conflicts.

    The request is changed on its way: a case that is changed would count as another case.
    """
    kwargs["auth"] = with_own_key


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Keeps a finding unless all that was wrong is what the document cannot say."""
    if isinstance(failure, AcceptedNegativeData):
        # What a room alone knows of a value is looked at after the version that stands there.
        return response.status_code != 412 and not (
            has_almost_hundredth(case.body)
            or has_others_parameter(case)
            or has_padding(case.body)
            or has_other_bytes(case.headers)
        )
    if not isinstance(failure, RejectedPositiveData):
        return True
    operation = case.operation.definition.raw["operationId"]
    # What a file says no schema tells; tests of its own do.
    if operation == "importBankFile" and response.status_code in (400, 404, 415):
        return False
    # Which version stands there by then.
    if response.status_code == 412 and PRECONDITIONS & set(case.headers or {}):
        return False
    # Each of two headers may be missing, and not both.
    if response.status_code == 428 and operation.endswith("Copy"):
        return False
    if response.status_code != 400:
        return True
    problem = response.json()
    if "INSUFFICIENT_FUNDS" in str(problem["error"]):
        return False
    # A condition may lie within conditions as deep as it likes, and a body may not.
    if operation in CONDITIONAL and "nested deeper than 32 levels" in str(problem):
        return False
    faults = faults_of(problem)
    # The list has one value, and each other is told by its place.
    if operation == "createLinkToken" and all(field.startswith("products") for field, _ in faults):
        return False
    if operation == "searchTransactions":
        # Each name of a list is told by its place, and the document has no rule for it.
        lists = ("categories[", "fields[")
        faults = {(field, rule) for field, rule in faults if not field.startswith(lists)}
        if not faults:
            return False
    # Programs are those of the catalogue, each once, and each other is told by its place.
    if operation in ("updatePreferences", "putPreferencesCopy"):
        faults = {(field, rule) for field, rule in faults if not field.startswith("pointValues")}
        if not faults:
            return False
    if any(is_unsayable_of_condition(*fault, case.body) for fault in faults):
        faults = {fault for fault in faults if not is_unsayable_of_condition(*fault, case.body)}
        if not faults:
            return False
    known = {(field, rule) for name, field, rule in UNSAYABLE if name in (None, operation)}
    return not faults or not faults <= known


def is_unsayable_of_condition(field, rule, body):
    """Whether a fault lies in a condition and its schema cannot say so."""
    if not OF_CONDITION.fullmatch(field):
        return False
    if rule == CODE_RULE:
        return any(first > last for first, last in code_ranges(body))
    # No number of JSON's is too large for a schema without a maximum.
    if rule == "is out of range":
        return field.endswith(".geofence")
    return rule in CONDITION_RULES


def code_ranges(value):
    """The ranges of merchant codes, wherever they stand."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [pair for inner in value for pair in code_ranges(inner)]
    match = re.fullmatch(r"(\d{4})-(\d{4})", value) if isinstance(value, str) else None
    return [match.groups()] if match else []


def has_others_parameter(case):
    """Where two calls share a path, each has parameters at which the other does not look."""
    return case.operation.definition.raw["operationId"] == "spendingSummary"


def has_padding(body):
    """Space around a text does not count, and `maxLength` counts it."""
    values = body.values() if isinstance(body, dict) else ()
    return any(text != text.strip() for text in values if isinstance(text, str))


def has_other_bytes(headers):
    """A header beyond ASCII is sent as bytes that are no UTF-8, and read as best they can be."""
    return any(not str(value).isascii() for value in (headers or {}).values())


def has_almost_hundredth(body):
    """Money within 0.000001 of a hundredth is that hundredth, where `multipleOf` knows no within."""
    values = body.values() if isinstance(body, dict) else ()
    # A schema's own numbers are no larger, and larger ones have no decimals.
    numbers = (Decimal(repr(n)) for n in values if isinstance(n, float) and abs(n) < 1e12)
    return any(0 < abs(n - round(n, 2)) <= Decimal("0.000001") for n in numbers)


def faults_of(problem):
    """The fields with the rules they break, in either shape of a problem."""
    error = problem["error"]
    if isinstance(error, dict):
        return set(error.get("details", {}).items())
    return {tuple(fault.split(" ", 1)) for fault in problem["message"].split("; ")}
