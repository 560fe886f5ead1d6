"""The load: wrk over HTTP, pgbench over a socket."""

import json
import os
import re
import time
from collections.abc import Iterable
from datetime import UTC, date, datetime
from pathlib import Path
from statistics import quantiles

from .figures import Sample
from .machine import Stolen
from .process import BenchmarkError, Server, run
from .settings import BENCHMARKS
from .targets import Request

THREADS = 2
# The same as the most attempts of a write in Purser.
TRIES = 12
# How long an override is valid.
OVERRIDE_MS = 300_000
# How long a position counts.
PING_MS = 1_800_000
FAILURES = ("status_errors", "connect_errors", "read_errors", "write_errors", "timeouts")


def wrk(server: Server, request: Request, connections: int, seconds: int, tokens: Path) -> Sample:
    """Sends a request as often as it is answered; a single failure ends the run."""
    return measure(server, request, connections, seconds, tokens)[0]


def measure(
    server: Server, request: Request, connections: int, seconds: int, tokens: Path
) -> tuple[Sample, int]:
    """As ``wrk``, with the number of requests that were answered."""
    stolen = Stolen()
    output = run(
        [
            "wrk",
            f"--threads={min(THREADS, connections)}",
            f"--connections={connections}",
            f"--duration={seconds}s",
            "--timeout=10s",
            f"--script={BENCHMARKS / 'load.lua'}",
            server.url(request.path),
            "--",
            tokens if request.is_signed_in else "-",
            request.method,
            *sent(request),
        ],
        timeout=seconds + 60,
    )
    server.check()
    summary = json.loads(output.splitlines()[-1])
    failures = {name: summary[name] for name in FAILURES if summary[name]}
    if failures or not summary["requests"]:
        status, answer = ask_once(server, request, tokens)
        raise BenchmarkError(
            f"{server.name}, {request.path}, {connections} connections: of {summary['requests']} "
            f"requests failed {failures}; one more was answered {status}: {answer[:500]!r}"
        )
    sample = Sample(
        summary["requests"] / (summary["duration_us"] / 1e6),
        summary["p50_us"] / 1e3,
        summary["p99_us"] / 1e3,
        stolen.share(),
    )
    return sample, summary["requests"]


def sent(request: Request) -> list[str]:
    """What load.lua is told of the bodies."""
    if request.bodies:
        return [f"@{request.bodies}"]
    return [request.body] if request.body else []


def ask_once(server: Server, request: Request, tokens: Path) -> tuple[int, bytes]:
    """One request, by the first of the members."""
    headers = {"Content-Type": "application/json"}
    if request.is_signed_in:
        with tokens.open() as lines:
            headers |= known_by(next(lines).strip())
    return server.ask(request.method, request.path, request.first_body, headers)


def known_by(line: str) -> dict[str, str]:
    """What a line of a file of tokens says who asks by: a token, or the cookie of a browser."""
    cookie = line.removeprefix("cookie ")
    return {"Cookie": cookie} if cookie != line else {"Authorization": f"Bearer {line}"}


def pgbench(
    database: str, connections: int, seconds: int, households: int, directory: Path
) -> Sample:
    """Runs the statements of a decision without anything around them."""
    prefix = directory / "pgbench"
    settings = ("default_transaction_isolation=serializable", "enable_seqscan=off", "jit=off")
    stolen = Stolen()
    output = run(
        [
            "pgbench",
            "--no-vacuum",
            "--protocol=prepared",
            f"--file={BENCHMARKS / 'pgbench' / 'authorize.sql'}",
            f"--client={connections}",
            f"--jobs={min(THREADS, connections)}",
            f"--time={seconds}",
            f"--max-tries={TRIES}",
            f"--define=clients={connections}",
            f"--define=households={households}",
            *(f"--define={name}={value}" for name, value in moment().items()),
            "--define=turn=0",
            "--log",
            f"--log-prefix={prefix}",
            database,
        ],
        env={**os.environ, "PGOPTIONS": " ".join(f"-c {setting}" for setting in settings)},
        timeout=seconds + 120,
    )
    share = stolen.share()
    per_second = re.search(r"^tps = ([0-9.]+)", output, re.MULTILINE)
    latencies = sorted(logged_ms(directory.glob(f"{prefix.name}.*")))
    if per_second is None or len(latencies) < 100:
        raise BenchmarkError(f"pgbench told no figures:\n{output}")
    parts = quantiles(latencies, n=100)
    return Sample(float(per_second.group(1)), parts[49], parts[98], share)


def moment() -> dict[str, int]:
    """The instants and days of a decision made now, counted from 1970-01-01."""
    today = datetime.now(UTC).date()
    epoch = date(1970, 1, 1)
    now_ms = time.time_ns() // 1_000_000
    return {
        "now_ms": now_ms,
        "oldest_ms": now_ms - OVERRIDE_MS,
        "oldest_ping_ms": now_ms - PING_MS,
        "first_day": (today.replace(day=1) - epoch).days,
        "last_day": (today - epoch).days,
    }


def logged_ms(logs: Iterable[Path]) -> list[float]:
    """The latencies that pgbench logged, in milliseconds; takes the logs away."""
    latencies = []
    for log in logs:
        with log.open() as lines:
            fields = (line.split() for line in lines)
            latencies += [float(field[2]) / 1e3 for field in fields if field[2].isdecimal()]
        log.unlink()
    return latencies
