"""The pages of the web app over one household's long history: on the server, and in a browser."""

import contextlib
import html
import http.client
import json
import re
import urllib.parse
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from . import load
from .banking import with_answers
from .bench import Bench
from .figures import Figures
from .process import LOOPBACK, BenchmarkError, Server, run, say
from .settings import BENCHMARKS, REPOSITORY
from .targets import Data, Request

ROWS = 100_000
TEXTS = 20_000
CODINGS = "gzip, deflate, br, zstd"
# As purser-bench seed-statements makes them.
EMAIL, PASSWORD = "reader0@bench.example", "bench-password-1"
# Each page is asked for a short time, because there are many.
SECONDS = 2
LOADS = 5
KILOBYTE = 1_000
PYTHON = REPOSITORY / ".venv" / "bin" / "python"
BROWSER = BENCHMARKS / "browser" / "pages.py"
SHOWN = b"<main"
# One for whose limit of a year every purchase since January is read, and one for all purchases.
TIED, OTHERS = "us-amex-gold", ("us-citi-double-cash", "us-chase-freedom-unlimited")


def pages(bench: Bench) -> None:
    """Each page: how long the server takes, how much is sent, how soon somebody sees it."""
    quick = bench.settings.quick
    rows, texts = (2_000, 400) if quick else (ROWS, TEXTS)
    data = bench.purser.seed_statements("pages", 1, rows, texts)
    with bench.purser.released_server(data) as server:
        members = furnished(server, data)
        with visitor(server) as parent:
            parent.sign_in(EMAIL, PASSWORD)
            paths = addresses(parent, members, datetime.now(UTC).date())
            served(bench, server, data, parent, paths, rows)
            told = browsed(server, paths, 2 if quick else LOADS)
    shown(bench.figures, told, rows)


def served(
    bench: Bench,
    server: Server,
    data: Data,
    parent: "Visitor",
    paths: dict[str, str],
    rows: int,
) -> None:
    """One page after the other over a connection that is kept, and the size of its HTML."""
    file = bench.directory / "pages.cookie"
    file.write_text(f"cookie {parent.cookie}\n")
    signed_in = replace(data, tokens=file)
    figures = bench.figures
    requests = {name: Request("GET", path, answer=SHOWN) for name, path in paths.items()}
    # Before the load, during which the connection would be idle for too long.
    for name, path in paths.items():
        size = len(parent.page(path))
        figures.cost("purser, SQLite", f"HTML of {name}", f"{size / KILOBYTE:.1f} kB")
    lines = {name: figures.line(f"page: {name}", 1) for name in requests}
    with_answers(server, signed_in, list(requests.values()))
    seconds = min(bench.settings.seconds, SECONDS)
    for _ in range(bench.settings.rounds):
        for name, request in requests.items():
            bench.add(
                lines[name],
                lambda request=request: load.wrk(server, request, 1, seconds, file),
            )
    # A session that ended meanwhile would have been sent to sign in, which is no error to wrk.
    with_answers(server, signed_in, list(requests.values()))
    for name, line in lines.items():
        figures.at_most(f"page, {rows:,} rows: {name}, p50", line.p50_ms, 20, unit="ms")


def shown(figures: Figures, told: dict, rows: int) -> None:
    """What the browser told, each page by itself and the worst of them as what must hold."""
    seen = told["pages"]
    for name, page in seen.items():
        value = (
            f"{page['bytes'] / KILOBYTE:.1f} kB as transferred, largest contentful paint "
            f"{page['paint_ms']:.0f} ms"
        )
        figures.cost("Chromium, slowed four times", f"first view of {name}", value)
    for name, milliseconds in told["ways"].items():
        value = f"{milliseconds:.0f} ms"
        figures.cost("Chromium, slowed four times", f"{name}, to its first paint", value)
    name, page = max(seen.items(), key=lambda item: item[1]["bytes"])
    what = f"largest first view, {rows:,} rows ({name})"
    figures.at_most(what, page["bytes"] / KILOBYTE, 100, unit="kB", decimals=1)
    name, page = max(seen.items(), key=lambda item: item[1]["paint_ms"])
    what = f"latest largest contentful paint, Chromium slowed four times ({name})"
    figures.at_most(what, page["paint_ms"], 1_000, unit="ms", decimals=0)
    for name, milliseconds in told["interactions"].items():
        what = f"{name} until the next paint, Chromium slowed four times"
        figures.at_most(what, milliseconds, 100, unit="ms", decimals=0)


def browsed(server: Server, paths: dict[str, str], loads: int) -> dict:
    """What a browser tells of the pages; in a process of its own, with what drives it."""
    if not PYTHON.exists():
        raise BenchmarkError("there is no .venv; scripts/setup bench makes it")
    say("  in Chromium, slowed four times")
    asked = {
        "url": server.url(""),
        "email": EMAIL,
        "password": PASSWORD,
        "pages": paths,
        "loads": loads,
    }
    return json.loads(run([PYTHON, BROWSER], input=json.dumps(asked), timeout=1_800))


def addresses(parent: "Visitor", members: dict[str, str], today: date) -> dict[str, str]:
    """Every page that a parent can open, with the forms of those that grow with the history."""
    last = today.replace(day=1) - timedelta(days=1)
    month = f"transactions?month={last:%Y-%m}"
    middle = datetime(last.year, last.month, 15, tzinfo=UTC)
    later = f"{month}&before={int(middle.timestamp()) * 1_000}"
    opened = re.search(rb"open=([0-9a-f-]{36})", parent.page(f"/app/{later}"))
    if opened is None:
        raise BenchmarkError(f"nothing is before the middle of {last:%Y-%m}")
    one = f"{month}&open={opened[1].decode()}&day={last:%Y-%m}-14"
    found = {"q": "groceries austin", "least": "10", "from": f"{last.replace(day=1)}"}
    kinds = {"kind": "Groceries", "from": f"{last.replace(day=1)}", "to": f"{last}"}
    card = {"merchant": "Whole Foods", "kind": "", "amount": "150"}
    listed = {
        "Today": "",
        "Transactions": "transactions",
        "Transactions of a month, a later page": later,
        "Transactions, one opened by a link": one,
        "Transactions, a search": "transactions?q=blue+bottle+seattle",
        "Transactions, a search with filters": f"transactions?{urllib.parse.urlencode(found)}",
        "Transactions, filters alone": f"transactions?{urllib.parse.urlencode(kinds)}",
        "May I buy this?": "buy",
        "Rules": "rules",
        "Rules of a child": f"rules?for={members['userId']}",
        "Places": "rules/places",
        "Decisions": "rules/decisions",
        "Policies": "rules/policies",
        "A policy": f"rules/policies/{members['policy']}",
        "A new policy": "rules/policies/new",
        "Family": "family",
        "A child": f"family/{members['childId']}",
        "Cards": "cards",
        "Cards, which one": f"cards?{urllib.parse.urlencode(card)}",
        "Cards, the catalogue": "cards/add",
        "Missed rewards": "cards/missed",
        "Missed rewards of the last month": f"cards/missed?month={last:%Y-%m}",
        "Ask": "ask",
        "Settings": "settings",
        "Settings, accounts": "settings/accounts",
        "Settings, notifications": "settings/notifications",
        "Settings, signing in": "settings/sign-in",
        "Settings, sessions": "settings/sessions",
        "Settings, household": "settings/household",
        "Settings, data": "settings/data",
        "More": "more",
    }
    return {name: f"/app/{path}".removesuffix("/") for name, path in listed.items()}


# What a household has besides its transactions.


def furnished(server: Server, data: Data) -> dict[str, str]:
    """Gives the household what its pages show, through the API; answers some ids."""
    with data.tokens.open() as lines:
        parent = Member(server, next(lines).strip())
    children = [child(server, parent, name) for name in ("Cleo", "Dan")]
    for words, limit in (("food", 60_000), ("fun", 20_000), ("travel", 150_000)):
        limits = {"category": words, "monthly_limit_cents": limit}
        for member in ({}, *({"user_id": child["userId"]} for child in children)):
            parent.post("/rules", limits | member)
    for number in range(3):
        place = {"latitude": 40.71 + number / 50, "longitude": -74.0, "radius_m": 500}
        named = {"name": f"Mall {number}", "category": "fun"}
        named["policy"] = ("warn", "block")[number % 2]
        parent.post("/rules/geofence", place | named)
    policies = [policy(parent, number) for number in range(5)]
    account = parent.get("/accounts")["accounts"][0]["id"]
    parent.post("/api/cards/catalogue", {"card": TIED, "accountId": account})
    for card in OTHERS:
        parent.post("/api/cards/catalogue", {"card": card})
    for buyer in (Member(server, child["token"]) for child in children):
        for number in range(10):
            purchase = {"amount_cents": 500 + 2_000 * number, "merchant": f"Shop {number}"}
            buyer.post("/guardian/authorize", purchase | {"category": "fun"})
    for question in ("How much did I spend on groceries last month?", "Top merchants this month"):
        parent.post("/ai/chat", {"message": question})
    return children[0] | {"policy": policies[0]}


def child(server: Server, parent: "Member", name: str) -> dict[str, str]:
    """A child with a goal and a chore; answers its ids and its token."""
    email = f"{name.lower()}@bench.example"
    names = {"firstName": name, "lastName": "Bench", "weeklyAllowance": 10}
    registered = parent.post(
        "/api/v1/auth/register/child", names | {"email": email, "password": PASSWORD}
    )
    place = f"/api/v1/children/{registered['childId']}"
    parent.post(f"{place}/goals", {"name": "Bicycle", "targetAmount": 150})
    parent.post(f"{place}/chores", {"title": "Mow the lawn", "reward": 7.5})
    session = Member(server, "").post(
        "/api/v1/auth/login", {"email": email, "password": PASSWORD}
    )
    return registered | {"token": session["token"]}


def policy(parent: "Member", number: int) -> str:
    """A policy that is in force; answers its id."""
    bound = {"more_than": 2_000 * (number + 1), "of": "approvals", "window": "day"}
    action = ("ask", "warn")[number % 2]
    asked = {"name": f"Policy {number}", "when": {"spent": bound}, "then": action}
    identity = parent.post("/guardian/policies", asked)["id"]
    parent.post(f"/guardian/policies/{identity}/state", {"state": "live"})
    return identity


class Member:
    """Somebody who calls the API."""

    def __init__(self, server: Server, token: str) -> None:
        self._server = server
        self._headers = {"Content-Type": "application/json"}
        if token:
            self._headers["Authorization"] = f"Bearer {token}"

    def get(self, path: str) -> dict:
        return self._ask("GET", path, None)

    def post(self, path: str, body: dict) -> dict:
        return self._ask("POST", path, json.dumps(body))

    def _ask(self, method: str, path: str, body: str | None) -> dict:
        status, answer = self._server.ask(method, path, body, self._headers)
        if status not in (200, 201):
            raise BenchmarkError(f"{path} was answered {status}: {answer[:500]!r}")
        return json.loads(answer)


class Visitor:
    """Somebody in the web app, over one connection."""

    def __init__(self, connection: http.client.HTTPConnection) -> None:
        self._connection = connection
        self.cookie = ""

    def sign_in(self, email: str, password: str) -> None:
        """Fills in the form of the page and sends it, as a browser does."""
        text = self.page("/app/sign-in").decode()
        hidden = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', text)
        fields = {name: html.unescape(value) for name, value in hidden}
        body = urllib.parse.urlencode(fields | {"email": email, "password": password})
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        status, _ = self._ask("POST", "/app/sign-in", body, kind)
        if status != 303:
            raise BenchmarkError(f"signing in by the form was answered {status}")

    def page(self, path: str) -> bytes:
        """A page as it is transferred."""
        status, body = self._ask("GET", path, None, {"Accept-Encoding": CODINGS})
        if status != 200:
            raise BenchmarkError(f"{path} was answered {status}: {body[:500]!r}")
        return body

    def _ask(self, method: str, path: str, body: str | None, headers: dict) -> tuple[int, bytes]:
        if self.cookie:
            headers = headers | {"Cookie": self.cookie}
        self._connection.request(method, path, body, headers)
        response = self._connection.getresponse()
        for name, value in response.getheaders():
            given = value.split(";")[0]
            if name.lower() == "set-cookie" and not given.endswith("=") and "-taken" not in given:
                # There is one at a time: a visitor's, and then that of the session.
                self.cookie = given
        return response.status, response.read()


@contextlib.contextmanager
def visitor(server: Server) -> Iterator[Visitor]:
    connection = http.client.HTTPConnection(LOOPBACK, server.port, timeout=30)
    with contextlib.closing(connection):
        yield Visitor(connection)

