"""One run: where it works, what it has seeded, what it has found out."""

import contextlib
import os
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from pathlib import Path

from . import load
from .figures import Figures, Line, Sample
from .process import BenchmarkError, Server, say
from .settings import Settings
from .targets import (
    AUTHORIZE,
    Data,
    Peer,
    Postgres,
    Purser,
    Request,
    build,
    environment,
    postgres,
)

# The share of the processors beyond which a figure tells of the neighbours.
MOST_STOLEN = 0.02


class Bench:
    """Makes each thing when a section first asks for it."""

    def __init__(self, settings: Settings, directory: Path, stack: contextlib.ExitStack) -> None:
        self.settings = settings
        self.directory = directory
        self.figures = Figures()
        self._stack = stack

    @cached_property
    def purser(self) -> Purser:
        return Purser(build(self.settings), self.directory, self.settings.released)

    @cached_property
    def peer(self) -> Peer:
        return Peer(environment(), self.directory)

    @cached_property
    def postgres(self) -> Postgres:
        return self._stack.enter_context(postgres(self.directory))

    @cached_property
    def sqlite_data(self) -> Data:
        """The households of most lines, on SQLite."""
        settings = self.settings
        file = self.purser.file("purser")
        return self.purser.seed("sqlite", file, settings.households, settings.history)

    @cached_property
    def postgres_data(self) -> Data:
        """The same households on PostgreSQL."""
        settings = self.settings
        database = self.postgres.create("purser")
        data = self.purser.seed("postgres", database, settings.households, settings.history)
        self.postgres.settle("purser")
        return data

    @cached_property
    def peer_data(self) -> Data:
        return self.peer.seed(self.settings.households)

    @cache
    def long_history(self, length: int) -> Data:
        """Few households with a long history each, on SQLite."""
        name = f"history-{length}"
        households = self.settings.long_history_households
        return self.purser.seed(name, self.purser.file(name), households, length)

    @contextlib.contextmanager
    def serving(self, server: Server, data: Data, *requests: Request) -> Iterator[Server]:
        """A server that has answered correctly and has warmed up; decisions unless told."""
        # What building and seeding left is on the disk before anything is timed.
        os.sync()
        with server:
            for request in requests or (AUTHORIZE,):
                status, body = load.ask_once(server, request, data.tokens)
                if status != 200 or request.answer not in body:
                    raise BenchmarkError(
                        f"{server.name} answered {request.path} with {status}: {body!r}"
                    )
                seconds = self.settings.warm_up_seconds
                load.wrk(server, request, 64, seconds, data.tokens)
            yield server

    def measure(
        self, line: Line, server: Server, data: Data, request: Request = AUTHORIZE
    ) -> None:
        """Adds one measurement over HTTP to a line."""
        seconds = self.settings.seconds
        connections = line.connections
        self.add(line, lambda: load.wrk(server, request, connections, seconds, data.tokens))

    def add(self, line: Line, sampled: Callable[[], Sample]) -> None:
        """Adds the first measurement that no neighbour disturbed, or the least disturbed one.

        Which one is taken depends on what was stolen alone, never on the figure itself.
        """
        samples = []
        while len(samples) <= self.settings.repeats:
            samples.append(sampled())
            told(line, samples[-1])
            if samples[-1].stolen <= MOST_STOLEN:
                break
        line.samples.append(min(samples, key=lambda sample: sample.stolen))
        line.repeats += len(samples) - 1


def told(line: Line, sample: Sample) -> None:
    say(
        f"  {line.name:<34} {line.connections:>4} at once "
        f"{sample.per_second:>9,.0f}/s  p50 {sample.p50_ms:>7.2f} ms  "
        f"p99 {sample.p99_ms:>8.2f} ms  stolen {sample.stolen:>5.1%}"
    )
