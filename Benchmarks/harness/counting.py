"""Counting the instructions of a server, which are the same on every host (callgrind)."""

import http.client
import json
import re
import socket
import time
from pathlib import Path

from .process import LOOPBACK, BenchmarkError, Server, free_port, run
from .settings import BENCHMARKS
from .targets import Data, Request, flags, released

RECORDED = BENCHMARKS / "instructions.json"
# A count may be so much above the recorded one.
TOLERANCE = 1.05
# What no count may be above, whatever was recorded; a decision may take 450,000, and three in a
# hundred more since it looks for the best reward card.
MOST = {"start until /health": 800_000_000, "decision": 463_500}
# Those that fill caches and grow tables, and are not counted.
FIRST_REQUESTS = 200
COUNTED_REQUESTS = 1_000
LISTENING_SECONDS = 300
# What a request leaves to be done after its answer is done by then, also under callgrind.
SETTLING_SECONDS = 0.5
# One core each: what others do does not change a count.
COUNTED_AT_ONCE = 2


class CountedServer(Server):
    """A server whose instructions are counted from its first one on."""

    def __init__(self, name: str, command: list[str], port: int, directory: Path) -> None:
        self._counts = directory / f"{name}.callgrind"
        counter = [
            "valgrind",
            "--quiet",
            "--tool=callgrind",
            f"--callgrind-out-file={self._counts}",
            # What the compiler has inlined is of no interest here, and reading it takes long.
            "--read-inline-info=no",
        ]
        # Else a process chooses anew how its tables are hashed.
        environment = {"SWIFT_DETERMINISTIC_HASHING": "1"}
        log = directory / f"{name}.log"
        # A former server's log says that it listens, and this one does not yet.
        log.unlink(missing_ok=True)
        super().__init__(name, [*counter, *command], port, log, environment)
        self._dumps = 0

    def count(self) -> int:
        """The instructions since the start, or since it was asked the last time."""
        time.sleep(SETTLING_SECONDS)
        self.check()
        run(["callgrind_control", "--dump", str(self.pid)], timeout=LISTENING_SECONDS)
        self._dumps += 1
        dump = Path(f"{self._counts}.{self._dumps}")
        total = re.search(r"^(?:summary|totals): (\d+)$", dump.read_text(), re.MULTILINE)
        if not total:
            raise BenchmarkError(f"callgrind left no count in {dump}")
        dump.unlink()
        return int(total[1])

    def per_request(self, request: Request, data: Data) -> int:
        """The instructions of one request, sent again and again over one connection."""
        tokens = data.tokens.read_text().split()
        with socket.create_connection((LOOPBACK, self.port), timeout=60) as connection:
            send(connection, request, tokens, FIRST_REQUESTS)
            self.count()
            send(connection, request, tokens, COUNTED_REQUESTS)
            return self.count() // COUNTED_REQUESTS

    def _wait_until_ready(self, started: float) -> None:
        """Asks once, when it says that it listens: each try would be counted too."""
        while time.perf_counter() - started < LISTENING_SECONDS:
            self.check()
            if "listening" in self.last_words():
                status, body = self.ask("GET", "/health")
                if status != 200:
                    raise BenchmarkError(f"{self.name} answered /health with {status}: {body!r}")
                return
            time.sleep(0.05)
        raise BenchmarkError(f"{self.name} did not listen:\n{self.last_words()}")


def program(data: Data, directory: Path) -> CountedServer:
    """The program as people get it."""
    limits = {"requests-per-second": 0}
    return server("purser", directory, database=data.database, keys=data.keys, **limits)


def echo(data: Data, directory: Path) -> CountedServer:
    """The same server with an echo beside the API."""
    return server("purser-bench", directory, database=data.database, keys=data.keys)


def server(name: str, directory: Path, **values: object) -> CountedServer:
    """A stripped release that serves."""
    port = free_port()
    command = [str(released(name)), "serve", *flags(**values, port=port)]
    return CountedServer(name, command, port, directory)


def send(connection: socket.socket, request: Request, tokens: list[str], count: int) -> None:
    """Asks as one member after the other; every answer must be the right one."""
    for number in range(count):
        token = tokens[number % len(tokens)] if request.is_signed_in else None
        connection.sendall(written(request, token))
        response = http.client.HTTPResponse(connection, method=request.method)
        response.begin()
        body = response.read()
        if response.status != 200 or request.answer not in body:
            raise BenchmarkError(f"{request.path} was answered {response.status}: {body!r}")


def written(request: Request, token: str | None) -> bytes:
    """A request in one piece: in how many pieces it arrives would change the count."""
    body = (request.body or "").encode()
    headers = ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    if token:
        headers.append(f"Authorization: Bearer {token}")
    lines = [f"{request.method} {request.path} HTTP/1.1", f"Host: {LOOPBACK}", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


def recorded() -> dict[str, int]:
    """What was counted when the figures were last accepted."""
    return json.loads(RECORDED.read_text())


def record(counts: dict[str, int]) -> None:
    RECORDED.write_text(json.dumps(counts, indent=2) + "\n")
