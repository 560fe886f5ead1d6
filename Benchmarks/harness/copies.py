"""What devices copy: the feed behind a long chain, a first copy, and a sync without changes."""

import time
from statistics import median

from . import load
from .bench import Bench
from .process import BenchmarkError
from .targets import Request

LINKS = 1_000_000
RECORDS = 500
PAGES = 400
PAGE = Request("GET", "/sync/changes?limit=200", answer=b'"hasMore":true')


def copies(bench: Bench) -> None:
    """Pages of the feed one after the other, and devices over the loopback."""
    settings, figures = bench.settings, bench.figures
    links = 20_000 if settings.quick else LINKS
    data = bench.purser.seed_copies("copies", bench.purser.file("copies"), links)
    with bench.purser.released_server(data) as server:
        times = []
        for _ in range(PAGES):
            start = time.perf_counter()
            status, body = load.ask_once(server, PAGE, data.tokens)
            times.append(time.perf_counter() - start)
            if status != 200 or PAGE.answer not in body:
                raise BenchmarkError(f"{PAGE.path} was answered {status}: {body[:500]!r}")
        what = f"a page of 200 changes behind {links:,} links, p50"
        figures.at_most(what, 1_000 * median(times), 2, unit="ms")
        records, first, other = bench.purser.sync(server)
    if records < RECORDS:
        raise BenchmarkError(f"{records} records were copied")
    figures.at_most(f"a first copy of {records} records", first, 1, unit="s")
    figures.at_most("a sync without changes, p50", other, 2, unit="ms")
