"""What policies cost a decision, and how long it takes to try them on the past."""

import json
import time
from datetime import UTC, datetime, timedelta
from statistics import median

from . import counting, load
from .bench import Bench
from .process import BenchmarkError, say
from .targets import AUTHORIZE, Request

LOAD = 64
POLICIES = 200
WINDOWS = 50
EVALUATIONS = 20_000
TRIED = 1_000
PURCHASES = 100_000
LONG_TRIED = 10
LONG_PURCHASES = 1_000_000
DAYS = 365
# As many households' policies as are ready in memory.
HOUSEHOLDS = 50
MEGABYTE = 1_000_000
BACKTEST = "/guardian/policies/backtest"
DECISION_WITH_POLICIES = f"decision, {POLICIES} policies"


def policies(bench: Bench) -> None:
    """Evaluating in process, trying over what is stored, and deciding."""
    evaluated(bench)
    tried(bench)
    decided(bench)


def with_policies(bench: Bench, households: int) -> dict[str, int]:
    """What a decision costs beside as many live policies as there may be."""
    name = "counted-policies"
    file = bench.purser.file(name)
    history = bench.settings.history
    data = bench.purser.seed(name, file, households, history, policies=POLICIES)
    directory = bench.directory / name
    directory.mkdir()
    with counting.program(data, directory) as server:
        say(f"  counting: {DECISION_WITH_POLICIES}")
        return {DECISION_WITH_POLICIES: server.per_request(AUTHORIZE, data)}


def evaluated(bench: Bench) -> None:
    """One thread, facts that were read, and purchases that are in no database."""
    settings, figures = bench.settings, bench.figures
    count = 500 if settings.quick else EVALUATIONS
    times = [
        bench.purser.microseconds_to_evaluate(POLICIES, WINDOWS, count)
        for _ in range(settings.rounds)
    ]
    what = f"evaluating {POLICIES} policies over {WINDOWS} windows, in process"
    figures.at_most(what, median(times), 200, unit="µs")
    purchases = 20_000 if settings.quick else LONG_PURCHASES
    times = [bench.purser.seconds_to_try(LONG_TRIED, purchases) for _ in range(settings.rounds)]
    what = f"trying {LONG_TRIED} policies over {purchases:,} purchases, in process"
    figures.at_most(what, median(times), 10, unit="s")


def tried(bench: Bench) -> None:
    """A trial over what is stored, by a request to the released program."""
    settings, figures = bench.settings, bench.figures
    purchases, count = (2_000, 50) if settings.quick else (PURCHASES, TRIED)
    data = bench.purser.seed(
        "backtest", bench.purser.file("backtest"), 1, purchases, days=DAYS
    )
    today = datetime.now(UTC).date()
    body = {
        "policies": [tried_policy(number) for number in range(count)],
        "from": f"{today - timedelta(days=DAYS)}",
        "to": f"{today}",
    }
    request = Request("POST", BACKTEST, json.dumps(body), answer=b'"overrides_used"')
    times, sizes = [], []
    for _ in range(max(3, settings.rounds)):
        with bench.purser.released_server(data) as server:
            before = server.memory_bytes()
            start = time.perf_counter()
            status, answer = load.ask_once(server, request, data.tokens)
            times.append(time.perf_counter() - start)
            sizes.append(server.peak_memory_bytes() - before)
        if status != 200 or request.answer not in answer:
            raise BenchmarkError(f"{BACKTEST} was answered {status}: {answer[:500]!r}")
        judged = json.loads(answer)["purchases"]
        if judged != purchases:
            raise BenchmarkError(f"{BACKTEST} judged {judged} purchases")
    what = f"trying {count:,} policies over {purchases:,} stored purchases"
    figures.at_most(what, median(times), 5, unit="s")
    what = f"memory that trying {count:,} policies takes at most"
    figures.at_most(what, median(sizes) / MEGABYTE, 200, unit="MB", decimals=0)


def tried_policy(number: int) -> dict[str, object]:
    """One of many policies, each with a window among fifty."""
    window: object = "month" if number % 4 == 0 else {"hours": 1 + number % WINDOWS * 14}
    spent = {
        "window": window,
        "over": ["category"] if number % 3 == 0 else ["member"],
        "of": "purchases",
        "more_than": 20_000 + number,
    }
    return {
        "name": f"Policy {number}",
        "when": {"all": [{"spent": spent}, {"amount": {"at_least": 100 + number % 900}}]},
        "then": "warn" if number % 5 == 0 else "decline",
    }


def decided(bench: Bench) -> None:
    """Decisions beside as many live policies as there may be, and without any."""
    settings, figures = bench.settings, bench.figures
    without, beside = (
        bench.purser.seed(
            name,
            bench.purser.file(name),
            min(HOUSEHOLDS, settings.households),
            settings.history,
            policies=count,
        )
        for name, count in (("without-policies", 0), ("policies", POLICIES))
    )
    plain = figures.line("authorize, without policies", LOAD)
    line = figures.line(f"authorize, {POLICIES} policies", LOAD, against=plain)
    with (
        bench.serving(bench.purser.server(without), without, AUTHORIZE) as alone,
        bench.serving(bench.purser.server(beside), beside, AUTHORIZE) as server,
    ):
        for _ in range(settings.rounds):
            bench.measure(plain, alone, without)
            bench.measure(line, server, beside)
    what = f"cost of a decision, {POLICIES} policies over {WINDOWS} windows ÷ none"
    figures.at_most(what, plain.ratio(line), 3)
