"""Search, chat and the figures of a month, for a long history and among many households."""

import json
import time
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from statistics import median

from . import load
from .banking import with_answers
from .bench import Bench
from .process import BenchmarkError, Server, say
from .settings import REPOSITORY
from .targets import Data, Request

ROWS = 100_000
TEXTS = 20_000
HOUSEHOLDS = 1_000
HOUSEHOLD_ROWS = 1_000
HOUSEHOLD_TEXTS = 200
MEGABYTE = 1_000_000
SEARCH = "/rag/search"
CHAT = "/ai/chat"
FOUND = b'"rowsCsv"'
QUERIES = REPOSITORY / "data" / "search-eval" / "queries_dev.jsonl"
SHOPS = (
    "whole foods", "trader joes", "blue bottle", "starbucks", "chipotle", "shell", "uber",
    "netflix", "cvs pharmacy", "planet fitness", "home depot", "delta air", "marriott", "ikea",
)
CITIES = ("austin", "seattle", "boston", "chicago", "portland", "tampa", "new york")
CATEGORIES = ("Groceries", "Dining", "Transport", "Shopping", "Entertainment", "Travel")
QUESTIONS = (
    "How much did I spend on {category} last month?",
    "How much did I spend at {shop} this year?",
    "How much did I spend in {month}?",
    "What were my biggest expenses in {month}?",
    "Compare {category} this month and last month",
    "When did I last pay {shop}?",
    "Show {shop} purchases of the last 30 days",
    "What did I earn last month?",
    "Top merchants in {month}",
    "Anything unusual in {month}?",
    "How much can I safely spend?",
    "What is my balance?",
)


def insights(bench: Bench) -> None:
    """One household with a long history, then many with a short one."""
    quick = bench.settings.quick
    rows, texts = (2_000, 400) if quick else (ROWS, TEXTS)
    data = bench.purser.seed_statements("insights", 1, rows, texts)
    started(bench, data, rows)
    with bench.purser.released_server(data) as server:
        asked(bench, server, data, rows)
    among_many(bench, 20 if quick else HOUSEHOLDS)


def started(bench: Bench, data: Data, rows: int) -> None:
    """The first search after a start, when nothing is in memory, and what it leaves there."""
    request = Request("POST", SEARCH, json.dumps({"q": "groceries"}), answer=FOUND)
    times, sizes = [], []
    for _ in range(bench.settings.starts):
        with bench.purser.released_server(data) as server:
            before = server.memory_bytes()
            start = time.perf_counter()
            with_answers(server, data, [request])
            times.append(time.perf_counter() - start)
            sizes.append(server.memory_bytes() - before)
    what = f"first search after a start, {rows:,} rows"
    bench.figures.at_most(what, median(times) * 1e3, 300, unit="ms", decimals=0)
    what = f"memory that the first search leaves, {rows:,} rows"
    bench.figures.at_most(what, median(sizes) / MEGABYTE, 60, unit="MB", decimals=0)


def asked(bench: Bench, server: Server, data: Data, rows: int) -> None:
    """Searches, the summary of a month and questions, one request at a time."""
    today = datetime.now(UTC).date()
    month = f"{today.replace(day=1) - timedelta(days=1):%Y-%m}"
    search = in_turn(bench, "searches", SEARCH, searches(today), FOUND)
    chat = in_turn(bench, "questions", CHAT, questions(today), b'"ASSISTANT"')
    summary = Request("GET", f"/analytics/summary?month={month}", answer=b'"safeToSpend"')
    figures = bench.figures
    lines = [
        (figures.line(f"{name}, {rows:,} rows", 1), request, most)
        for name, request, most in (
            ("search", search, 10),
            ("summary of a month", summary, 5),
            ("chat", chat, 20),
        )
    ]
    with_answers(server, data, [request for _, request, _ in lines])
    most_found(server, data, search)
    for _ in range(bench.settings.rounds):
        for line, request, _ in lines:
            bench.measure(line, server, data, request)
    for line, request, most in lines:
        figures.at_most(f"{line.name}, p50", line.p50_ms, most, unit="ms")
        if request is search:
            figures.at_most(f"{line.name}, p99", line.p99_ms, 30, unit="ms")


def among_many(bench: Bench, households: int) -> None:
    """A household's search beside that of one that is alone, and the memory that all leave."""
    rows, texts = HOUSEHOLD_ROWS, HOUSEHOLD_TEXTS
    lonely = bench.purser.seed_statements("alone", 1, rows, texts)
    data = bench.purser.seed_statements("many", households, rows, texts)
    one = replace(data, tokens=first_token(bench, data))
    today = datetime.now(UTC).date()
    request = in_turn(bench, "searches", SEARCH, searches(today), FOUND)
    figures = bench.figures
    alone = figures.line(f"search, a household of {rows:,} rows, alone", 1)
    among = figures.line(f"search, one of {households:,} such households", 1, against=alone)
    turns = figures.line(f"search, {households:,} such households in turn", 1, against=alone)
    with (
        bench.purser.released_server(lonely) as by_itself,
        bench.purser.released_server(data) as server,
    ):
        left = left_by_all(server, data, request)
        with_answers(by_itself, lonely, [request])
        for _ in range(bench.settings.rounds):
            bench.measure(alone, by_itself, lonely, request)
            bench.measure(among, server, one, request)
            bench.measure(turns, server, data, request)
    what = f"cost of a search, one of {households:,} households ÷ alone"
    figures.at_most(what, alone.ratio(among), 1.2)
    what = f"memory that a search in each of {households:,} households leaves"
    figures.at_most(what, left / MEGABYTE, 200, unit="MB", decimals=0)


def left_by_all(server: Server, data: Data, request: Request) -> int:
    """The bytes that a fresh server holds more, when each household has searched once."""
    before = server.memory_bytes()
    for token in data.tokens.read_text().split():
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        status, body = server.ask("POST", request.path, request.first_body, headers)
        if status != 200 or request.answer not in body:
            raise BenchmarkError(f"{request.path} was answered {status}: {body[:500]!r}")
    return server.memory_bytes() - before


def most_found(server: Server, data: Data, request: Request) -> None:
    """Ends the run when most searches find nothing, as their time would tell little then."""
    found = 0
    bodies = request.bodies.read_text().splitlines()
    for body in bodies:
        asked_for = replace(request, body=body, bodies=None)
        status, answer = load.ask_once(server, asked_for, data.tokens)
        if status != 200:
            raise BenchmarkError(f"{SEARCH} answered {body} with {status}: {answer[:500]!r}")
        found += json.loads(answer)["stats"]["count"] > 0
    say(f"  {found} of {len(bodies)} searches find something")
    if found * 2 < len(bodies):
        raise BenchmarkError(f"only {found} of {len(bodies)} searches found anything")


def in_turn(bench: Bench, name: str, path: str, bodies: list[dict], answer: bytes) -> Request:
    """A request that has each of the bodies in turn."""
    file = bench.directory / f"{name}.jsonl"
    file.write_text("".join(f"{json.dumps(body)}\n" for body in bodies))
    return Request("POST", path, answer=answer, bodies=file)


def searches(today: date) -> list[dict]:
    """Half as people type them, half about shops of the data; every other one has filters."""
    typed = [json.loads(line)["query"] for line in QUERIES.read_text().splitlines()]
    made = [f"{shop} {city}" for shop in SHOPS for city in CITIES] + list(SHOPS)
    filters: list[dict] = [
        {"from": str(today - timedelta(days=365)), "to": str(today)},
        {"amountMin": 500, "amountMax": 9_000},
        {"from": str(today - timedelta(days=90)), "topK": 100},
        {"amountMin": 2_000},
    ]
    bodies: list[dict] = []
    for number, query in enumerate(query for pair in zip(typed, made) for query in pair):
        chosen = filters[number // 2 % len(filters)] if number // 2 % 2 else {}
        bodies.append({"q": query, **chosen})
    bodies += [{"merchant": shop, "from": str(today - timedelta(days=90))} for shop in SHOPS]
    return bodies


def questions(today: date) -> list[dict]:
    """Questions of every kind that is answered, about different things."""
    asked_about = []
    for number in range(len(QUESTIONS) * len(SHOPS)):
        asked_about.append(
            QUESTIONS[number % len(QUESTIONS)].format(
                category=CATEGORIES[number // 3 % len(CATEGORIES)].lower(),
                shop=SHOPS[number // len(QUESTIONS) % len(SHOPS)],
                month=f"{today - timedelta(days=30 * (1 + number % 24)):%Y-%m}",
            )
        )
    return [{"message": message} for message in asked_about]


def first_token(bench: Bench, data: Data) -> Path:
    """A file with the token of the first household alone."""
    file = bench.directory / "first.tokens"
    with data.tokens.open() as lines:
        file.write_text(next(lines))
    return file
