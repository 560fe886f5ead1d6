"""What a run is asked to do."""

import argparse
import os
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
BENCHMARKS = REPOSITORY / "Benchmarks"
RESULTS = REPOSITORY / ".build-bench"
SECTIONS = (
    "instructions",
    "authorize-sqlite",
    "peer",
    "history",
    "limits",
    "scoring",
    "analytics",
    "authorize-postgres",
    "memory",
    "fsync",
    "start",
    "categorise",
    "tokens",
    "identity",
    "sdk",
    "allowance",
    "banking",
    "insights",
    "rewards",
    "policies",
    "copies",
    "pages",
)


@dataclass(frozen=True)
class Settings:
    """The size of a run."""

    seconds: int
    rounds: int
    repeats: int
    connections: tuple[int, ...]
    households: int
    history: int
    long_histories: tuple[int, ...]
    long_history_households: int
    starts: int
    sections: tuple[str, ...]
    program: Path | None
    released: Path | None
    gate: bool
    quick: bool
    record: bool

    @property
    def warm_up_seconds(self) -> int:
        return min(self.seconds, 2)


def parse(arguments: list[str] | None = None) -> Settings:
    """Reads the command line; how long and how often comes from the environment."""
    parser = argparse.ArgumentParser(
        prog="Benchmarks/run",
        description="Measures decisions beside their limits and a peer, and prints the ratios.",
        epilog="BENCH_SECONDS: seconds of one measurement (10; quick: 1). BENCH_ROUNDS: how often "
        "each is repeated (3; quick: 1). BENCH_REPEATS: how often one is made again, at most, when "
        "a hypervisor took more than 2 % of the processors meanwhile (4; quick: 0). "
        "BENCH_DIRECTORY: where databases are made, on the disk to be measured (/var/tmp). The "
        "report is left in .build-bench/results/latest.md.",
    )
    parser.add_argument("--quick", action="store_true", help="a smoke run: short, small, noisy")
    parser.add_argument("--gate", action="store_true", help="exit with 1 when a bound is not met")
    parser.add_argument(
        "--only",
        action="append",
        choices=SECTIONS,
        metavar="SECTION",
        help=f"measure this section alone (may be repeated): {', '.join(SECTIONS)}",
    )
    parser.add_argument(
        "--program", type=Path, help="measure this purser-bench instead of building one"
    )
    parser.add_argument(
        "--released", type=Path, help="measure this purser instead of building one"
    )
    parser.add_argument(
        "--record",
        action="store_true",
        help="keep the counted instructions as those that later runs are held against",
    )
    given = parser.parse_args(arguments)
    quick = given.quick
    return Settings(
        seconds=positive("BENCH_SECONDS", 1 if quick else 10),
        rounds=positive("BENCH_ROUNDS", 1 if quick else 3),
        repeats=whole("BENCH_REPEATS", 0 if quick else 4),
        connections=(1, 8, 64, 256),
        households=256 if quick else 1_000,
        history=10 if quick else 100,
        long_histories=(1_000, 10_000) if quick else (1_000, 100_000, 1_000_000),
        long_history_households=2,
        starts=3 if quick else 5,
        sections=tuple(name for name in SECTIONS if not given.only or name in given.only),
        program=given.program and given.program.resolve(),
        released=given.released and given.released.resolve(),
        gate=given.gate,
        quick=quick,
        record=given.record,
    )


def positive(variable: str, otherwise: int) -> int:
    """A whole number above zero from the environment."""
    number = whole(variable, otherwise)
    if number == 0:
        raise SystemExit(f"benchmarks: {variable} is not a whole number above zero: 0")
    return number


def whole(variable: str, otherwise: int) -> int:
    """A whole number from the environment."""
    text = os.environ.get(variable, str(otherwise))
    if not text.isdecimal():
        raise SystemExit(f"benchmarks: {variable} is not a whole number: {text}")
    return int(text)
