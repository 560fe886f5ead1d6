"""What devices copy: the feed behind a long chain, a first copy, and a sync without changes."""

from . import load
from .banking import with_answers
from .bench import Bench
from .process import BenchmarkError
from .targets import Request

LINKS = 1_000_000
RECORDS = 500
PAGE = Request("GET", "/sync/changes?limit=200", answer=b'"hasMore":true')


def copies(bench: Bench) -> None:
    """Pages of the feed over a connection that is kept, and devices over the loopback."""
    settings, figures = bench.settings, bench.figures
    links = 20_000 if settings.quick else LINKS
    data = bench.purser.seed_copies("copies", bench.purser.file("copies"), links)
    line = figures.line("feed: a page of 200 changes", 1)
    with bench.purser.released_server(data) as server:
        with_answers(server, data, [PAGE])
        bench.measure(line, server, data, PAGE)
        records, first, other = bench.purser.sync(server)
    if records < RECORDS:
        raise BenchmarkError(f"{records} records were copied")
    what = f"a page of 200 changes behind {links:,} links, p50"
    figures.at_most(what, line.p50_ms, 2, unit="ms")
    figures.at_most(f"a first copy of {records} records", first, 1, unit="s")
    figures.at_most("a sync without changes, p50", other, 2, unit="ms")
