"""What is measured: Purser, the peer, and a PostgreSQL server."""

import contextlib
import os
import re
import sqlite3
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from .process import LOOPBACK, BenchmarkError, Server, free_port, run, say
from .settings import BENCHMARKS, REPOSITORY, Settings

PURCHASE = '{"amount_cents": 500, "merchant": "Starbucks", "category": "fun"}'
SCORED = '{"amount": 15.00, "merchant_name": "Starbucks", "mcc": 5814}'
# The load's 256 connections and some for psql.
POSTGRES_CONNECTIONS = 300


@dataclass(frozen=True)
class Request:
    """What is asked, again and again."""

    method: str
    path: str
    body: str | None = None
    is_signed_in: bool = True
    # A part of every right answer.
    answer: bytes = b"{"
    # A file of bodies, one a line, that are sent in turn in place of the body.
    bodies: Path | None = None

    @property
    def first_body(self) -> str | None:
        """What is sent at first."""
        if self.bodies is None:
            return self.body
        with self.bodies.open() as lines:
            return next(lines).rstrip("\n")


# The last of the checks that a decision answers: the echo has as much to encode.
WHOLE_TRACE = b'"geofence_warn"'
AUTHORIZE = Request("POST", "/guardian/authorize", PURCHASE, answer=WHOLE_TRACE)
ECHO = Request("POST", "/benchmark/echo", PURCHASE, answer=WHOLE_TRACE)
SCORE = Request("POST", "/score-transaction", SCORED, answer=b'"decision_id"')
SCORE_ANONYMOUSLY = Request(
    "POST", "/score-transaction", SCORED, is_signed_in=False, answer=b'"p_avoid"'
)
SUMMARY = Request("GET", "/analytics/summary", answer=b'"spend_cents"')
GROCERIES = '{"userQuery": "groceries for the week", "merchant": "Aldi", "amount": 150}'
RECOMMEND = Request(
    "POST", "/api/recommendations", GROCERIES, answer=b'"secondaryRecommendation"'
)
DASHBOARD = Request("GET", "/api/v1/dashboard/parent", answer=b'"totalChildren":10')
BY_CATEGORY = Request("GET", "/analytics/by-category", answer=b'"spend_cents"')


@dataclass(frozen=True)
class Data:
    """A filled database, and who may sign in to it."""

    database: str
    tokens: Path
    keys: Path

    def decisions(self) -> int:
        """How many decisions are stored; its server is to have stopped."""
        question = "SELECT COUNT(*) FROM decisions"
        if self.database.startswith("postgresql:"):
            return int(run(["psql", self.database, "-X", "-qAtc", question]))
        file = self.database.removeprefix("sqlite://")
        with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
            return connection.execute(question).fetchone()[0]


class Purser:
    """The server under test: the release build, with its whole middleware."""

    def __init__(self, program: Path, directory: Path, released: Path | None = None) -> None:
        self._program = program
        self._directory = directory
        self._released = released

    def seed(
        self,
        name: str,
        database: str,
        households: int,
        history: int,
        rules: int = 1,
        fences: int = 0,
        days: int = 120,
        passwords: str = "least",
        cards: int = 0,
        policies: int = 0,
    ) -> Data:
        """Fills a database with households, their history, limits and geofences."""
        say(f"  seeding {name}: {households} households with {history:,} transfers each")
        data = Data(database, self._directory / f"{name}.tokens", self._directory / f"{name}.keys")
        values = flags(
            database=database,
            households=households,
            history=history,
            rules=rules,
            fences=fences,
            days=days,
            cards=cards,
            policies=policies,
            passwords=passwords,
            tokens=data.tokens,
            keys=data.keys,
        )
        run([self._program, "seed", *values])
        return data

    def seconds_to_categorise(self, count: int) -> float:
        """How long descriptors of merchants take one thread."""
        said = run([self._program, "categorise", *flags(count=count)])
        found = re.fullmatch(rf"{count} descriptors in ([0-9.e-]+) s, checksum [0-9a-f]+\n", said)
        if not found:
            raise BenchmarkError(f"categorise said {said!r}")
        return float(found[1])

    def microseconds_to_recommend(self, cards: int, count: int) -> float:
        """How long one thread needs to make a wallet ready and to recommend a card of it."""
        said = run([self._program, "recommend", *flags(cards=cards, count=count)])
        found = re.fullmatch(
            rf"{count} recommendations over {cards} cards, ([0-9.e-]+) us each\n", said
        )
        if not found:
            raise BenchmarkError(f"recommend said {said!r}")
        return float(found[1])

    def microseconds_to_evaluate(self, policies: int, windows: int, count: int) -> float:
        """How long one thread needs to ask policies about one purchase."""
        values = flags(policies=policies, windows=windows, count=count)
        said = run([self._program, "policies", *values])
        found = re.fullmatch(
            rf"{count} evaluations of {policies} policies over {windows} windows, "
            r"([0-9.e-]+) us each\n",
            said,
        )
        if not found:
            raise BenchmarkError(f"policies said {said!r}")
        return float(found[1])

    def seconds_to_try(self, policies: int, purchases: int) -> float:
        """How long one thread needs to try policies on purchases that are in no database."""
        values = flags(policies=policies, purchases=purchases)
        said = run([self._program, "trial", *values], timeout=900)
        found = re.fullmatch(
            rf"{policies} policies over {purchases} purchases in ([0-9.e-]+) s\n", said
        )
        if not found:
            raise BenchmarkError(f"trial said {said!r}")
        return float(found[1])

    def microseconds_per_token(self) -> tuple[float, float]:
        """How long one thread needs for a token that is known, and for one that is not."""
        said = run([self._program, "tokens"])
        number = "([0-9.e-]+)"
        found = re.fullmatch(f"{number} us a known token\n{number} us an unknown token\n", said)
        if not found:
            raise BenchmarkError(f"tokens said {said!r}")
        return float(found[1]), float(found[2])

    def seed_family(self, name: str, database: str, children: int, movements: int) -> Data:
        """Fills a database with one family whose children have many movements."""
        say(f"  seeding {name}: {children} children with {movements:,} movements")
        data = Data(database, self._directory / f"{name}.tokens", self._directory / f"{name}.keys")
        values = flags(
            database=database,
            children=children,
            movements=movements,
            tokens=data.tokens,
            keys=data.keys,
        )
        run([self._program, "seed-family", *values])
        return data

    def seconds_to_pay(self, database: str, children: int) -> float:
        """How long it takes to pay that many children who are due; a fresh database."""
        keys = self._directory / "payout.keys"
        said = run(
            [self._program, "payout", *flags(database=database, children=children, keys=keys)],
            timeout=900,
        )
        found = re.fullmatch(rf"{children} due days in ([0-9.e-]+) s\n", said)
        if not found:
            raise BenchmarkError(f"payout said {said!r}")
        return float(found[1])

    def import_file(self, form: str, rows: int) -> tuple[Data, float, float, int]:
        """A bank's file of so many rows, imported twice into a fresh SQLite database.

        Answers what it filled, the seconds of both times, and the most bytes the process held.
        """
        name = f"import-{form}-{rows}"
        file = self._directory / f"{name}.{form}"
        place = self._directory / name
        data = Data(self.file(name), place.with_suffix(".tokens"), place.with_suffix(".keys"))
        values = flags(
            database=data.database,
            rows=rows,
            form=form,
            file=file,
            tokens=data.tokens,
            keys=data.keys,
        )
        said = run([self._program, "import", *values], timeout=1_800)
        file.unlink()
        number = "([0-9.e-]+)"
        found = re.fullmatch(
            rf"{rows} rows in {number} s, again in {number} s, peak (\d+) bytes\n", said
        )
        if not found:
            raise BenchmarkError(f"import said {said!r}")
        return data, float(found[1]), float(found[2]), int(found[3])

    def seed_statements(self, name: str, households: int, rows: int, texts: int) -> Data:
        """Fills a database with households that import a bank's file of so many texts each."""
        say(f"  seeding {name}: {households:,} households with {rows:,} rows of {texts:,} texts")
        data = Data(
            self.file(name), self._directory / f"{name}.tokens", self._directory / f"{name}.keys"
        )
        file = self._directory / f"{name}.csv"
        values = flags(
            database=data.database,
            households=households,
            rows=rows,
            texts=texts,
            file=file,
            tokens=data.tokens,
            keys=data.keys,
        )
        run([self._program, "seed-statements", *values], timeout=1_800)
        file.unlink()
        return data

    def write_journal(self, data: Data, file: Path) -> float:
        """How long it takes to write what was imported as a journal."""
        values = flags(database=data.database, keys=data.keys, file=file)
        said = run([self._program, "journal", *values], timeout=900)
        found = re.fullmatch(r"journal in ([0-9.e-]+) s\n", said)
        if not found:
            raise BenchmarkError(f"journal said {said!r}")
        return float(found[1])

    def seed_copies(self, name: str, database: str, links: int) -> Data:
        """Fills a database with one family that has records to copy and a long chain."""
        say(f"  seeding {name}: {links:,} links")
        data = Data(database, self._directory / f"{name}.tokens", self._directory / f"{name}.keys")
        values = flags(database=database, links=links, tokens=data.tokens, keys=data.keys)
        run([self._program, "seed-copies", *values], timeout=1_800)
        return data

    def sync(self, server: Server) -> tuple[int, float, float]:
        """How many records a device copies, in how many seconds, and what a sync takes then."""
        said = run([self._program, "sync", *flags(url=server.url(""))], timeout=900)
        found = re.fullmatch(
            r"([0-9]+) records copied in ([0-9.e-]+) s, ([0-9.e-]+) ms a sync without changes\n",
            said,
        )
        if not found:
            raise BenchmarkError(f"sync said {said!r}")
        return int(found[1]), float(found[2]), float(found[3])

    def sdk(self, server: Server, calls: int, writes: int, records: int) -> dict[str, float]:
        """What a call costs over its transport, and how long queued writes and merges take."""
        values = flags(url=server.url(""), calls=calls, writes=writes, records=records)
        said = run([self._program, "sdk", *values], timeout=900)
        found = re.fullmatch(
            r"([0-9.e-]+) us a bare call, ([0-9.e-]+) us with the SDK\n"
            rf"{writes} writes queued in ([0-9.e-]+) s, done in ([0-9.e-]+) s\n"
            rf"{records} records merged in ([0-9.e-]+) s\n",
            said,
        )
        if not found:
            raise BenchmarkError(f"sdk said {said!r}")
        bare, whole, queued, done, merged = (float(text) for text in found.groups())
        return {"overhead": whole / bare - 1, "queued": queued, "done": done, "merged": merged}

    def file(self, name: str) -> str:
        """The URL of a SQLite file of this run."""
        return f"sqlite://{self._directory / name}.db"

    def server(
        self, data: Data, tracer: tuple[str, ...] = (), passwords: str = "least"
    ) -> Server:
        """A server over a database."""
        port = free_port()
        values = flags(database=data.database, port=port, keys=data.keys, passwords=passwords)
        command = [*tracer, str(self._program), "serve", *values]
        return Server("purser-bench", command, port, self._directory / "purser.log")

    def released_server(self, data: Data) -> Server:
        """``purser serve`` over a database; all of a load comes from one address."""
        port = free_port()
        values = flags(database=data.database, port=port, keys=data.keys)
        program = str(self._released or released("purser"))
        command = [program, "serve", *values, "--requests-per-second", "0"]
        return Server("purser", command, port, self._directory / "released.log")


class Peer:
    """The same work in Python."""

    def __init__(self, environment: Path, directory: Path) -> None:
        self._programs = environment / "bin"
        self._directory = directory

    def seed(self, households: int) -> Data:
        say(f"  seeding the peer: {households} households")
        data = Data(
            str(self._directory / "peer.db"),
            self._directory / "peer.tokens",
            self._directory / "peer.keys",
        )
        values = flags(
            database=data.database, households=households, tokens=data.tokens, keys=data.keys
        )
        command = [str(self._programs / "python"), "-m", "peer.seed", *values]
        run(command, cwd=BENCHMARKS)
        return data

    def server(self, data: Data, workers: int, tracer: tuple[str, ...] = ()) -> Server:
        """uvicorn with its quickest parts, one or more processes."""
        port = free_port()
        values = flags(host=LOOPBACK, port=port, loop="uvloop", http="httptools", workers=workers)
        quiet = ("--no-access-log", "--log-level", "warning")
        command = [*tracer, str(self._programs / "uvicorn"), "peer.app:app", *values, *quiet]
        return Server(
            f"peer, {workers} {'process' if workers == 1 else 'processes'}",
            command,
            port,
            self._directory / "peer.log",
            environment={
                "PEER_DATABASE": data.database,
                "PEER_KEYS": str(data.keys),
                "PYTHONDONTWRITEBYTECODE": "1",
            },
            directory=BENCHMARKS,
        )


def flags(**values: object) -> list[str]:
    """Options of a command line."""
    return [part for name, value in values.items() for part in (f"--{name}", str(value))]


class Postgres:
    """A throwaway PostgreSQL server with fsync on."""

    def __init__(self, url: str) -> None:
        self._url = url

    def database(self, name: str) -> str:
        return self._url.replace("/postgres?", f"/{name}?", 1)

    def create(self, name: str, template: str = "template0") -> str:
        """Makes a database, empty or as a copy of another, and answers its URL."""
        self.ask(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.database(name)

    def settle(self, name: str) -> None:
        """Gives the planner its figures and writes out what seeding left, outside of the timing."""
        self.ask("VACUUM ANALYZE", name)
        self.ask("CHECKPOINT")

    def log_syncs(self) -> int:
        """How often its write-ahead log was synced since it runs."""
        return int(self.ask("SELECT wal_sync FROM pg_stat_wal"))

    def ask(self, statement: str, name: str = "postgres") -> str:
        """The answer of one statement, as text."""
        return run(["psql", self.database(name), "-X", "-qAtc", statement]).strip()


@contextlib.contextmanager
def postgres(directory: Path) -> Iterator[Postgres]:
    """Starts a PostgreSQL server and removes it afterwards."""
    script = REPOSITORY / "scripts" / "postgres-cluster"
    cluster = directory / "postgres"
    environment = {
        **os.environ,
        "PURSER_PG_FSYNC": "on",
        "PURSER_PG_CONNECTIONS": str(POSTGRES_CONNECTIONS),
    }
    try:
        url = run([script, "start", cluster], env=environment).strip().splitlines()[-1]
        server = Postgres(url)
        for setting in ("fsync", "synchronous_commit", "full_page_writes"):
            if server.ask(f"SHOW {setting}") != "on":
                raise BenchmarkError(f"PostgreSQL runs with {setting} off: it would not be durable")
        if int(server.ask("SHOW max_connections")) < POSTGRES_CONNECTIONS:
            raise BenchmarkError(f"PostgreSQL takes less than {POSTGRES_CONNECTIONS} connections")
        yield server
    finally:
        run([script, "remove", cluster])


@cache
def released(name: str) -> Path:
    """A program as people get it."""
    run([REPOSITORY / "scripts" / "release", name], cwd=REPOSITORY)
    return REPOSITORY / ".build" / "stripped" / name


def build(settings: Settings) -> Path:
    """The program to measure: the one that was named, else a release build."""
    if settings.program:
        program = settings.program
    else:
        say("building purser-bench in release mode")
        released("purser-bench")
        program = REPOSITORY / ".build" / "release" / "purser-bench"
    if not os.access(program, os.X_OK):
        raise BenchmarkError(f"{program} is not a program")
    return program


def environment() -> Path:
    """The peer's Python packages, installed once for each state of requirements.txt."""
    place = REPOSITORY / ".build-bench-venv"
    requirements = BENCHMARKS / "peer" / "requirements.txt"
    stamp = place / "installed.txt"
    wanted = requirements.read_text()
    if not stamp.exists() or stamp.read_text() != wanted:
        say("installing the peer's Python packages")
        run([sys.executable, "-m", "venv", "--clear", place])
        run([place / "bin" / "pip", "install", "--quiet", "--requirement", requirements])
        stamp.write_text(wanted)
    return place
