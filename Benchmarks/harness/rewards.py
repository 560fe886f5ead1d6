"""Which card to use, and what another card would have earned."""

import time
from dataclasses import replace
from datetime import UTC, date, datetime
from statistics import median

from . import counting, load
from .bench import Bench
from .process import BenchmarkError, say
from .targets import AUTHORIZE, RECOMMEND, Request

CARDS = 50
RECOMMENDATIONS = 100_000
PURCHASES = 100_000
WALLET = 10
COUNTED_CARDS = 5
DECISION_WITH_CARDS = f"decision, {COUNTED_CARDS} cards"


def rewards(bench: Bench) -> None:
    """A recommendation in process, and a month's missed rewards over a year of purchases."""
    settings, figures = bench.settings, bench.figures
    count = 2_000 if settings.quick else RECOMMENDATIONS
    times = [bench.purser.microseconds_to_recommend(CARDS, count) for _ in range(settings.rounds)]
    what = f"a recommendation over {CARDS} cards, in process"
    figures.at_most(what, median(times), 50, unit="µs")
    missed(bench, 2_000 if settings.quick else PURCHASES)


def missed(bench: Bench, purchases: int) -> None:
    """Missed rewards of this month, of one card whose limit is filled by all that were made."""
    today = datetime.now(UTC).date()
    # The limit's year ends with this month, so that every purchase is read.
    days = (today - beginning(today)).days
    file = bench.purser.file("rewards")
    data = bench.purser.seed("rewards", file, 1, purchases, days=days, cards=WALLET)
    path = f"/api/recommendations/missed?month={today:%Y-%m}"
    request = Request("GET", path, answer=b'"betterCardId"')
    times = []
    with bench.purser.released_server(data) as server:
        for _ in range(max(3, bench.settings.rounds)):
            start = time.perf_counter()
            status, body = load.ask_once(server, request, data.tokens)
            times.append(time.perf_counter() - start)
            if status != 200 or request.answer not in body:
                raise BenchmarkError(f"{path} was answered {status}: {body[:500]!r}")
    what = f"missed rewards over {purchases:,} purchases and {WALLET} cards"
    bench.figures.at_most(what, median(times), 1, unit="s", decimals=3)


def beginning(today: date) -> date:
    """The first day of the twelve months that end with this one."""
    year = today.year - (0 if today.month == 12 else 1)
    return date(year, today.month % 12 + 1, 1)


def with_cards(bench: Bench, households: int) -> dict[str, int]:
    """What requests cost for members with reward cards, one of which a decision names."""
    name = "counted-cards"
    file = bench.purser.file(name)
    data = bench.purser.seed(
        name, file, households, bench.settings.history, cards=COUNTED_CARDS
    )
    counts = {}
    directory = bench.directory / name
    directory.mkdir()
    with counting.program(data, directory) as server:
        decision = replace(AUTHORIZE, answer=b'"recommended_card"')
        for what, request in ((DECISION_WITH_CARDS, decision), ("recommendation", RECOMMEND)):
            say(f"  counting: {what}")
            counts[what] = server.per_request(request, data)
    return counts
