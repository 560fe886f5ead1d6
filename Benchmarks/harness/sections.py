"""What is measured, section by section.

Within a round, a line is measured right before or after the line it is compared with.
"""

import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from statistics import median

from . import counting, load, tracing
from .banking import banking
from .bench import Bench
from .copies import copies
from .figures import Sample
from .insights import insights
from .pages import pages
from .policies import DECISION_WITH_POLICIES, policies, with_policies
from .process import BenchmarkError, Server, say
from .rewards import DECISION_WITH_CARDS, rewards, with_cards
from .signins import SignIns, refused
from .targets import (
    AUTHORIZE,
    BY_CATEGORY,
    DASHBOARD,
    ECHO,
    SCORE,
    SCORE_ANONYMOUSLY,
    SUMMARY,
    Data,
    released,
)

LOAD = 64
COUNTED_HOUSEHOLDS = 50
MEGABYTE = 1_000_000
DESCRIPTORS = 1_000_000
TEN_YEARS = 3_650
DUE_CHILDREN = 100_000
MOVEMENTS = 100_000
SIGN_INS = 200
QUEUED_WRITES = 10_000
MERGED_RECORDS = 10_000
SDK_CALLS = 2_000


def instructions(bench: Bench) -> None:
    """What a start and a request cost the processor, beside the figures that were recorded."""
    file = bench.purser.file("counted")
    data = bench.purser.seed("counted", file, COUNTED_HOUSEHOLDS, bench.settings.history)
    for name in ("purser", "purser-bench"):
        released(name)
    parts = (
        partial(plain, bench, data),
        partial(with_policies, bench, COUNTED_HOUSEHOLDS),
        partial(with_cards, bench, COUNTED_HOUSEHOLDS),
        partial(echo, bench, data),
    )
    counts = {}
    with ThreadPoolExecutor(counting.COUNTED_AT_ONCE) as threads:
        for counted_part in threads.map(lambda part: part(), parts):
            counts |= counted_part
    if bench.settings.record:
        counting.record(counts)
    recorded = counting.recorded()
    for name, count in counts.items():
        if name not in recorded:
            raise BenchmarkError(f"{name} was never recorded: run --only instructions --record")
        accepted = recorded[name] * counting.TOLERANCE
        bench.figures.at_most(
            f"instructions: {name}",
            count,
            min(accepted, counting.MOST.get(name, accepted)),
            decimals=0,
            is_exact=True,
        )
    ratios = (
        (f"instructions: {DECISION_WITH_CARDS} ÷ decision", DECISION_WITH_CARDS, "decision", 1.03),
        (
            f"instructions: {DECISION_WITH_POLICIES} ÷ decision",
            DECISION_WITH_POLICIES,
            "decision",
            3,
        ),
        ("instructions: recommendation ÷ echo", "recommendation", "echo", 1.5),
    )
    for what, of, to, most in ratios:
        # Reported: they are near their bounds, and runs differ by more. The counts gate.
        bench.figures.at_most(what, counts[of] / counts[to], most, decimals=3)


def plain(bench: Bench, data: Data) -> dict[str, int]:
    """What a start costs, and requests of households that set up nothing.

    Processes differ by some 0.4 % in what a decision takes, which is more than lies between it and
    its bound: one that is above is counted by another process, and the lesser counts.
    """
    counts = plain_counts(bench, data)
    if counts["decision"] > counting.MOST["decision"]:
        say(f"  counting again: a decision took {counts['decision']:,}")
        counts["decision"] = min(counts["decision"], plain_counts(bench, data)["decision"])
    return counts


def plain_counts(bench: Bench, data: Data) -> dict[str, int]:
    counts = {}
    with counting.program(data, bench.directory) as server:
        counts["start until /health"] = server.count()
        for name, request in (("decision", AUTHORIZE), ("score", SCORE), ("summary", SUMMARY)):
            say(f"  counting: {name}")
            counts[name] = server.per_request(request, data)
    return counts


def echo(bench: Bench, data: Data) -> dict[str, int]:
    """What a request costs that does nothing."""
    with counting.echo(data, bench.directory) as server:
        say("  counting: echo")
        return {"echo": server.per_request(ECHO, data)}


def authorize_sqlite(bench: Bench) -> None:
    """Decisions on SQLite beside the echo of the same server."""
    data, figures = bench.sqlite_data, bench.figures
    pairs = []
    for connections in bench.settings.connections:
        echo = figures.line("echo", connections)
        pairs.append((echo, figures.line("authorize, SQLite", connections, against=echo)))
    with bench.serving(bench.purser.server(data), data, AUTHORIZE, ECHO) as server:
        for _ in range(bench.settings.rounds):
            for echo, authorize in pairs:
                bench.measure(echo, server, data, ECHO)
                bench.measure(authorize, server, data)
    for echo, authorize in pairs:
        if authorize.connections == LOAD:
            what = f"authorize on SQLite ÷ echo, {LOAD} connections"
            figures.at_least(what, authorize.ratio(echo), 0.50)
            what = f"authorize on SQLite, p99, {LOAD} connections"
            figures.at_most(what, authorize.p99_ms, 15, unit="ms")


def peer(bench: Bench) -> None:
    """Decisions on SQLite beside the same decisions in Python, with one and with two processes."""
    data, peer_data, figures = bench.sqlite_data, bench.peer_data, bench.figures
    peers = [figures.line(f"FastAPI peer, {name}", LOAD) for name in ("1 process", "2 processes")]
    authorize = figures.line("authorize, SQLite, beside the peer", LOAD)
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(bench.serving(bench.purser.server(data), data))
        servers = [
            stack.enter_context(bench.serving(bench.peer.server(peer_data, workers), peer_data))
            for workers in (1, 2)
        ]
        for _ in range(bench.settings.rounds):
            for line, its_server in zip(peers, servers, strict=True):
                bench.measure(line, its_server, peer_data)
            bench.measure(authorize, server, data)
    authorize.against = max(peers, key=lambda line: line.per_second)
    what = f"authorize on SQLite ÷ the better peer, {LOAD} connections"
    figures.at_least(what, authorize.ratio(authorize.against), 20, decimals=1)


def history(bench: Bench) -> None:
    """The same decision for households with little and with much behind them."""
    settings, figures = bench.settings, bench.figures
    lines = [
        figures.line(f"authorize, {length:,} transfers", LOAD) for length in settings.long_histories
    ]
    filled = [bench.long_history(length) for length in settings.long_histories]
    with contextlib.ExitStack() as stack:
        servers = [
            stack.enter_context(bench.serving(bench.purser.server(data), data)) for data in filled
        ]
        for _ in range(settings.rounds):
            for line, server, data in zip(lines, servers, filled, strict=True):
                bench.measure(line, server, data)
    for line in lines[1:]:
        line.against = lines[0]
    shortest, longest = settings.long_histories[0], settings.long_histories[-1]
    what = f"cost of a decision, {longest:,} transfers ÷ {shortest:,}"
    figures.at_most(what, lines[0].ratio(lines[-1]), 1.2)


def limits(bench: Bench) -> None:
    """Decisions for members with as many limits and geofences as there may be."""
    figures = bench.figures
    file = bench.purser.file("limits")
    data = bench.purser.seed("limits", file, bench.settings.households, 0, rules=200, fences=32)
    echo = figures.line("echo, beside the limits", LOAD)
    authorize = figures.line("authorize, 200 limits, 32 fences", LOAD, against=echo)
    with bench.serving(bench.purser.server(data), data, AUTHORIZE, ECHO) as server:
        for _ in range(bench.settings.rounds):
            bench.measure(echo, server, data, ECHO)
            bench.measure(authorize, server, data)
    what = f"authorize, 200 limits and 32 fences ÷ echo, {LOAD} connections"
    figures.at_least(what, authorize.ratio(echo), 0.45)


def scoring(bench: Bench) -> None:
    """Scores beside the echo: stored for a member, only computed for a stranger."""
    data, figures = bench.sqlite_data, bench.figures
    echo = figures.line("echo, beside the scores", LOAD)
    stored = figures.line("score, signed in", LOAD, against=echo)
    anonymous = figures.line("score, anonymous", LOAD, against=echo)
    requests = ((echo, ECHO), (stored, SCORE), (anonymous, SCORE_ANONYMOUSLY))
    server = bench.purser.server(data)
    with bench.serving(server, data, *(request for _, request in requests)):
        for _ in range(bench.settings.rounds):
            for line, request in requests:
                bench.measure(line, server, data, request)
    figures.at_least(f"score, signed in ÷ echo, {LOAD} connections", stored.ratio(echo), 0.5)
    figures.at_least(f"score, anonymous ÷ echo, {LOAD} connections", anonymous.ratio(echo), 0.8)


def analytics(bench: Bench) -> None:
    """Sums of a month for a household with many years of history."""
    settings, figures = bench.settings, bench.figures
    length = settings.long_histories[-1]
    file = bench.purser.file("years")
    data = bench.purser.seed("years", file, 1, length, days=TEN_YEARS)
    lines = [
        (figures.line(f"{name}, {length:,} transfers", 1), request)
        for name, request in (("summary", SUMMARY), ("by-category", BY_CATEGORY))
    ]
    server = bench.purser.server(data)
    with bench.serving(server, data, SUMMARY, BY_CATEGORY):
        for _ in range(settings.rounds):
            for line, request in lines:
                bench.measure(line, server, data, request)
    for line, _ in lines:
        figures.at_most(f"{line.name}, p50", line.p50_ms, 3, unit="ms")


def authorize_postgres(bench: Bench) -> None:
    """Decisions on PostgreSQL beside the bare statements, from a database of the same content."""
    data, figures = bench.postgres_data, bench.figures
    settings = bench.settings
    limit = bench.postgres.create("statements", template="purser")
    bench.postgres.settle("statements")
    pairs = []
    for connections in settings.connections:
        bare = figures.line("pgbench, the same statements", connections)
        pairs.append((bare, figures.line("authorize, PostgreSQL", connections, against=bare)))

    def statements(connections: int, seconds: int = settings.seconds) -> Sample:
        return load.pgbench(limit, connections, seconds, settings.households, bench.directory)

    statements(LOAD, settings.warm_up_seconds)
    with bench.serving(bench.purser.server(data), data) as server:
        for _ in range(settings.rounds):
            for bare, authorize in pairs:
                bench.add(bare, partial(statements, bare.connections))
                bench.measure(authorize, server, data)
    for bare, authorize in pairs:
        what = f"authorize on PostgreSQL ÷ pgbench, {counted(authorize.connections)}"
        figures.at_least(what, authorize.ratio(bare), 0.5)


def memory(bench: Bench) -> None:
    """The most memory a fresh server holds under load."""

    def peak_megabytes(server: Server, data: Data) -> float:
        with bench.serving(server, data):
            load.wrk(server, AUTHORIZE, LOAD, bench.settings.seconds, data.tokens)
            return server.peak_memory_bytes() / MEGABYTE

    for engine, data in engines(bench):
        peak = peak_megabytes(bench.purser.server(data), data)
        what = f"peak memory on {engine}, {LOAD} connections"
        bench.figures.at_most(what, peak, 90, unit="MB", decimals=0)
    data = bench.peer_data
    for workers in (1, 2):
        server = bench.peer.server(data, workers)
        what = f"peak memory, {LOAD} connections"
        bench.figures.cost(server.name, what, f"{peak_megabytes(server, data):.0f} MB")


def fsync(bench: Bench) -> None:
    """How often the disk is waited for, and how many decisions share one such wait."""

    def loaded(name: str, server: Server, data: Data, count: Callable[[], int]) -> None:
        seconds = bench.settings.seconds
        decisions = data.decisions()
        with server:
            answered = load.measure(server, AUTHORIZE, LOAD, seconds, data.tokens)[1]
        stored = data.decisions() - decisions
        if stored < answered:
            raise BenchmarkError(f"{name} answered {answered} decisions and stored {stored}")
        syncs = count()
        value = f"{syncs / seconds:,.0f} per second, one for {stored / max(syncs, 1):.1f} decisions"
        bench.figures.cost(name, f"fsync, {LOAD} connections", value)

    if tracing.is_possible():
        summary = bench.directory / "syncs"
        for name, server, data in (
            ("purser-bench, SQLite", bench.purser.server, bench.sqlite_data),
            ("peer, 1 process", partial(bench.peer.server, workers=1), bench.peer_data),
        ):
            traced = server(data, tracer=tracing.tracer(summary))
            loaded(name, traced, data, partial(tracing.count, summary))
    else:
        bench.figures.cost("SQLite", "fsync", "not counted: this system does not let strace trace")
    data = bench.postgres_data
    # Backends tell what they did when they end, so it is asked before the server and after it.
    before = bench.postgres.log_syncs()
    loaded(
        "purser-bench, PostgreSQL",
        bench.purser.server(data),
        data,
        lambda: bench.postgres.log_syncs() - before,
    )


def start(bench: Bench) -> None:
    """From the start of the process to its first answer that says it is ready."""
    for engine, data in engines(bench):
        times = []
        for _ in range(bench.settings.starts):
            with bench.purser.server(data) as server:
                times.append(server.seconds_to_first_answer)
        what = f"start to first answer on {engine}, existing database"
        bench.figures.at_most(what, median(times), 0.5, unit="s", decimals=3)


def categorise(bench: Bench) -> None:
    """A million descriptors of merchants, categorised by one thread."""
    times = [bench.purser.seconds_to_categorise(DESCRIPTORS) for _ in range(bench.settings.rounds)]
    what = f"{DESCRIPTORS:,} descriptors of merchants categorised on one core"
    bench.figures.at_most(what, median(times), 5, unit="s")


def tokens(bench: Bench) -> None:
    """Access tokens checked by one thread: known ones, and ones whose signature must be checked."""
    rounds = [bench.purser.microseconds_per_token() for _ in range(bench.settings.rounds)]
    known, unknown = (median(times) for times in zip(*rounds, strict=True))
    bench.figures.at_most("check of a known token", known, 5, unit="µs")
    bench.figures.at_most("check of an unknown token, ES256", unknown, 150, unit="µs")


def identity(bench: Bench) -> None:
    """Decisions on SQLite alone, and beside many who sign in with passwords of the full cost."""
    figures, standard = bench.figures, "standard"
    file = bench.purser.file("identity")
    data = bench.purser.seed(
        "identity", file, SIGN_INS, bench.settings.history, passwords=standard
    )
    alone = figures.line("authorize, beside nobody", LOAD)
    line = figures.line(f"authorize, beside {SIGN_INS} sign-ins", LOAD, against=alone)
    server = bench.purser.server(data, passwords=standard)
    with bench.serving(server, data):
        sign_ins = SignIns(server, SIGN_INS)
        for _ in range(bench.settings.rounds):
            bench.measure(alone, server, data)
            with sign_ins:
                bench.measure(line, server, data)
        peak = server.peak_memory_bytes() / MEGABYTE
        somebody, nobody = (median(times) for times in refused(server, SIGN_INS))
    if not sign_ins.most_threads:
        raise BenchmarkError("no thread was seen that hashes passwords")
    what = f"{line.name} ÷ {alone.name}, {LOAD} connections"
    figures.at_least(what, line.ratio(alone), 0.8)
    what = f"threads that {SIGN_INS} sign-ins take"
    figures.at_most(what, sign_ins.most_threads, 2, decimals=0)
    what = f"peak memory, {SIGN_INS} sign-ins beside {LOAD} connections"
    figures.at_most(what, peak, 300, unit="MB", decimals=0)
    figures.cost(server.name, f"{SIGN_INS} sign-ins at once", sign_ins.described())
    # Whoever measures must not learn whether there is such an account.
    apart = max(somebody, nobody) / min(somebody, nobody)
    figures.at_most(f"refusals of somebody and nobody apart, {SIGN_INS} tries each", apart, 1.1)


def allowance(bench: Bench) -> None:
    """Children who are due at once, and a parent's look at a family with many movements."""
    settings, figures = bench.settings, bench.figures
    children = 2_000 if settings.quick else DUE_CHILDREN
    movements = 2_000 if settings.quick else MOVEMENTS
    for engine, database, most in (
        ("SQLite", bench.purser.file("payout"), 20),
        ("PostgreSQL", bench.postgres.create("payout"), 60),
    ):
        say(f"  paying {children:,} children on {engine}")
        seconds = bench.purser.seconds_to_pay(database, children)
        figures.at_most(f"payout of {children:,} children on {engine}", seconds, most, unit="s")
    data = bench.purser.seed_family("family", bench.purser.file("family"), 10, movements)
    line = figures.line(f"parent dashboard, {movements:,} movements", 1)
    with bench.serving(bench.purser.server(data), data, DASHBOARD) as server:
        for _ in range(settings.rounds):
            bench.measure(line, server, data, DASHBOARD)
    figures.at_most(f"{line.name}, p50", line.p50_ms, 3, unit="ms")


def engines(bench: Bench) -> list[tuple[str, Data]]:
    return [("SQLite", bench.sqlite_data), ("PostgreSQL", bench.postgres_data)]


def counted(connections: int) -> str:
    return f"{connections} connection{'s' * (connections > 1)}"


def sdk(bench: Bench) -> None:
    """What the SDK adds to a call, and how fast it does what waited."""
    settings, figures = bench.settings, bench.figures
    writes = 1_000 if settings.quick else QUEUED_WRITES
    with bench.purser.server(bench.sqlite_data) as server:
        rounds = [
            bench.purser.sdk(server, SDK_CALLS, writes, MERGED_RECORDS)
            for _ in range(settings.rounds)
        ]
    overhead = 100 * median(one["overhead"] for one in rounds)
    figures.at_most("SDK over the bare transport, in process, p50", overhead, 10, unit="%")
    done = median(one["done"] for one in rounds)
    figures.at_most(f"{writes:,} queued writes done over loopback", done, 30, unit="s")
    merged = median(one["merged"] for one in rounds)
    figures.at_most(f"merge of {MERGED_RECORDS:,} records", merged, 1, unit="s")


SECTIONS: dict[str, Callable[[Bench], None]] = {
    "instructions": instructions,
    "authorize-sqlite": authorize_sqlite,
    "peer": peer,
    "history": history,
    "limits": limits,
    "scoring": scoring,
    "analytics": analytics,
    "authorize-postgres": authorize_postgres,
    "memory": memory,
    "fsync": fsync,
    "start": start,
    "categorise": categorise,
    "tokens": tokens,
    "identity": identity,
    "sdk": sdk,
    "allowance": allowance,
    "banking": banking,
    "insights": insights,
    "rewards": rewards,
    "policies": policies,
    "copies": copies,
    "pages": pages,
}
