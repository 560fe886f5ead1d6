"""Bank files, what is asked about their rows, and the same report by plain-text accounting."""

import csv
import json
import os
import shutil
import time
import urllib.parse
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from subprocess import TimeoutExpired

from . import load
from .bench import Bench
from .process import BenchmarkError, Server, run, say
from .targets import Data, Request

FILE_ROWS = 100_000
MANY_ROWS = 1_000_000
MEGABYTE = 1_000_000
# Three years of days touch so many months.
MONTHS = 37
TRANSACTIONS = "/api/transactions/"
SUMMARY = "/api/transactions/summary"
CATEGORY = "Food and Drink"
REPORT = "expenses by month and category, 3 years"
REPORTER_SECONDS = 900
# What a client asks for without options has a bound; the others are told.
BOUND = ("first page", "recent", "summary of 30 days")


def banking(bench: Bench) -> None:
    """Imports, what is asked about a million rows, and a report beside those of two others."""
    rows = 2_000 if bench.settings.quick else FILE_ROWS
    for form in ("csv", "ofx"):
        imported(bench, form, rows, 5)
    rows = 20_000 if bench.settings.quick else MANY_ROWS
    data, peak = imported(bench, "csv", rows, 60)
    what = f"peak memory of an import of {rows:,} rows"
    bench.figures.at_most(what, peak / MEGABYTE, 300, unit="MB", decimals=0)
    with bench.purser.server(data) as server:
        asked(bench, server, data, rows)
        spent = reported(bench, server, data)
    journals(bench, data, rows, spent)


def imported(bench: Bench, form: str, rows: int, most: float) -> tuple[Data, int]:
    """One file, twice; answers what it filled and the peak of the process's memory."""
    say(f"  importing {rows:,} rows of {form}")
    data, first, again, peak = bench.purser.import_file(form, rows)
    what = f"import of {rows:,} rows, {form.upper()}, SQLite"
    bench.figures.at_most(what, first, most, unit="s")
    bench.figures.at_most(f"{what}, again ÷ at first", again / first, 1)
    return data, peak


def asked(bench: Bench, server: Server, data: Data, rows: int) -> None:
    """A page, what is new and sums, one request at a time."""
    # A whole second in which nothing was changed.
    now = datetime.now(UTC) + timedelta(seconds=1)
    recent = f"{TRANSACTIONS}recent"
    whole = f'"total":{rows}'.encode()
    category = urllib.parse.quote(CATEGORY)
    requests = {
        "first page": Request("GET", TRANSACTIONS, answer=whole),
        "middle page": Request("GET", f"{TRANSACTIONS}?offset={rows // 2}", answer=whole),
        "page of a category": Request(
            "GET", f"{TRANSACTIONS}?category={category}", answer=b'"has_more":true'
        ),
        "recent": Request("GET", recent, answer=b'"last_updated"'),
        "recent since an instant, nothing new": Request(
            "GET", f"{recent}?since={instant(now)}", answer=b'"transactions":[]'
        ),
        "recent since yesterday, 500 rows": Request(
            "GET", f"{recent}?since={instant(now - timedelta(days=1))}", answer=b'"has_more":true'
        ),
        "summary of 30 days": Request("GET", SUMMARY, answer=b'"total_spent"'),
        "summary of 366 days": Request("GET", f"{SUMMARY}?days=366", answer=b'"total_spent"'),
    }
    lines = [
        (bench.figures.line(f"{name}, {rows:,} rows", 1), request)
        for name, request in requests.items()
    ]
    with_answers(server, data, [request for _, request in lines])
    for _ in range(bench.settings.rounds):
        for line, request in lines:
            bench.measure(line, server, data, request)
    for name, (line, _) in zip(requests, lines, strict=True):
        if name in BOUND:
            bench.figures.at_most(f"{line.name}, p50", line.p50_ms, 5, unit="ms")


def with_answers(server: Server, data: Data, requests: list[Request]) -> None:
    """Ends the run when an answer is not right."""
    for request in requests:
        status, body = load.ask_once(server, request, data.tokens)
        if status != 200 or request.answer not in body:
            raise BenchmarkError(
                f"{server.name} answered {request.path} with {status}: {body[:500]!r}"
            )


def reported(bench: Bench, server: Server, data: Data) -> Decimal:
    """The sums of every month by category, a request for each month; answers all of it."""
    started = time.perf_counter()
    spent, count = Decimal(), 0
    for first, last in months(datetime.now(UTC).date()):
        path = f"{SUMMARY}?start_date={first}&end_date={last}"
        status, body = load.ask_once(server, Request("GET", path), data.tokens)
        if status != 200:
            raise BenchmarkError(f"{server.name} answered {path} with {status}: {body[:500]!r}")
        summary = json.loads(body, parse_float=Decimal)
        spent += summary["total_spent"]
        count += summary["transaction_count"]
    seconds = time.perf_counter() - started
    value = f"{seconds:.2f} s, {MONTHS} requests about {count:,} transactions"
    bench.figures.cost("purser-bench, SQLite", REPORT, value)
    return spent


def journals(bench: Bench, data: Data, rows: int, spent: Decimal) -> None:
    """The same report from a journal of the same transactions, which must come to the same."""
    journal = bench.directory / "bank.journal"
    say("  writing the journal")
    seconds = bench.purser.write_journal(data, journal)
    size = journal.stat().st_size / MEGABYTE
    value = f"{seconds:.1f} s, {size:.0f} MB"
    bench.figures.cost("purser-bench, SQLite", f"journal of {rows:,} rows", value)
    for name, command, total in (
        ("hledger", ["balance", "-M", "-O", "csv", "expenses"], total_of_csv),
        ("ledger", ["--monthly", "register", "^expenses"], total_of_register),
    ):
        value, answer = timed(name, ["-f", journal, *command])
        if answer and total(answer) != spent:
            raise BenchmarkError(f"{name} says {total(answer)} were spent, and Purser {spent}")
        bench.figures.cost(name, REPORT, value)


def timed(name: str, options: list[str | Path]) -> tuple[str, str]:
    """How long a reporter takes from its start to its end, or why it has no answer; the answer."""
    if shutil.which(name) is None:
        return f"not measured: {name} is not installed; scripts/setup bench installs it", ""
    say(f"  asking {name}")
    # Which characters it can read follows from the locale, and what it reports from its settings.
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "HOME": "/nonexistent"}
    started = time.perf_counter()
    try:
        answer = run([name, *options], env=environment, timeout=REPORTER_SECONDS)
    except TimeoutExpired:
        return f"no answer in {REPORTER_SECONDS} s", ""
    except BenchmarkError as error:
        return f"not measured: {' '.join(str(error).split())[:160]}", ""
    return f"{time.perf_counter() - started:.2f} s", answer


def total_of_csv(answer: str) -> Decimal:
    """The sum of hledger's last row, which has the total of each month."""
    *_, totals = csv.reader(answer.splitlines())
    return sum((Decimal(cell.split()[0]) for cell in totals[1:]), Decimal())


def total_of_register(answer: str) -> Decimal:
    """The running total of ledger's last line."""
    return Decimal(answer.split()[-2])


def instant(moment: datetime) -> str:
    """An instant as the API reads it."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def months(today: date) -> list[tuple[date, date]]:
    """The first and the last day of the latest months, this one included."""
    found = []
    first = today.replace(day=1)
    for _ in range(MONTHS):
        following = (first + timedelta(days=32)).replace(day=1)
        found.append((first, following - timedelta(days=1)))
        first = (first - timedelta(days=1)).replace(day=1)
    return found
