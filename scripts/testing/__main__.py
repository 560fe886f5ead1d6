"""Runs the tests that are built; scripts/test tells how it is called."""

import argparse
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from testing import groups, report
from testing.events import without_place
from testing.process import TestProcess

LOOK_SECONDS = 0.1
# What no test takes on a slow machine; a run that is asked for more is given more.
LIMIT_SECONDS = 300
ENGINES = ("sqlite", "postgres")
MEMORY = Path("/dev/shm")
MEMORY_BYTES = 4 << 30


def main() -> int:
    """Answers 0 when every test ran and passed."""
    arguments = parse()
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGHUP, stop)
    choice = [word for text in arguments.filter for word in ("--filter", text)]
    choice += [word for text in arguments.skip for word in ("--skip", text)]
    asked = groups.chosen(choice) if choice else groups.whole(arguments.done)
    work = Path(tempfile.mkdtemp(prefix="purser-test-", dir=place()))
    # PostgreSQL runs as a user of its own and must get to its part.
    work.chmod(0o755)
    processes = [
        TestProcess(group, arguments.binary, work / group.name, limit_seconds())
        for group in asked
    ]
    try:
        run(processes)
        expected = None if choice else listed(arguments.binary, arguments.done)
        return tell(processes, expected)
    except KeyboardInterrupt:
        return 130
    finally:
        for process in processes:
            process.kill()
            process.clean()
        shutil.rmtree(work, ignore_errors=True)


def stop(number: int, _frame: object) -> None:
    """Lets a termination clean up as an interruption does."""
    raise SystemExit(128 + number)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/test", allow_abbrev=False)
    parser.add_argument("--binary", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument(
        "--done",
        default="",
        metavar="EXPRESSION",
        help="in a run of every test, leave out those that it matches: they were run before",
    )
    for name, meaning in (("filter", "run alone"), ("skip", "leave out")):
        parser.add_argument(
            f"--{name}",
            action="append",
            default=[],
            metavar="EXPRESSION",
            help=f"{meaning} the tests whose name it matches; may be repeated",
        )
    return parser.parse_args()


def run(processes: list[TestProcess]) -> None:
    """Runs them to their ends, some side by side, each as soon as there is room for it."""
    waiting = list(processes)
    started: list[TestProcess] = []
    while waiting or any(process.is_running for process in started):
        while waiting and sum(one.is_running for one in started) < groups.SIDE_BY_SIDE:
            started.append(waiting.pop(0))
            started[-1].start()
        for process in started:
            process.look()
        time.sleep(LOOK_SECONDS)


def tell(processes: list[TestProcess], expected: list[str] | None) -> int:
    """Prints what came of the run, and answers its status.

    `expected` names the tests of a run of all.
    """
    report.times(processes)
    print("\nSeconds of each process:")
    for process in processes:
        print(f"{process.seconds:8.2f} {process.group.name}")
    failures = report.failures(processes)
    engines = report.engines(process.tally for process in processes)
    if expected is not None:
        failures += report.differences(processes, expected)
        failures += [f"no test ran on {name}" for name in ENGINES if not engines[name]]
    skipped = report.skipped(processes)
    if skipped:
        print("\nSKIPPED, and so not shown to hold:")
        print("\n".join(skipped))
        if os.environ.get("CI"):
            failures.append(f"{len(skipped)} tests were skipped, which CI does not take")
    if failures:
        print("\nWhat failed:")
        print("\n".join(line[:400] for line in failures))
    print(f"\nTests by engine: sqlite {engines['sqlite']}, postgres {engines['postgres']}")
    tests = [test for process in processes for test in process.events.tests.values()]
    passed = sum(test.ended is not None and not test.issues for test in tests)
    print(f"{passed} passed, {len(tests) - passed - len(skipped)} failed, {len(skipped)} skipped")
    if not passed:
        failures.append("no test passed")
    return 1 if failures else 0


def listed(binary: Path, done: str) -> list[str]:
    """The names of all tests as `swift test list` prints them, without those that are `done`."""
    command = [binary, "--testing-library", "swift-testing", "--list-tests"]
    printed = subprocess.run(command, text=True, capture_output=True, check=True)
    # Where two targets have a test of the same name, the list also says where they stand.
    names = [without_place(line) for line in printed.stdout.splitlines()]
    return [name for name in names if not (done and re.search(done, name))]


def limit_seconds() -> float:
    return float(os.environ.get("PURSER_TEST_LIMIT", LIMIT_SECONDS))


def place() -> Path:
    """Where databases are made: in memory where there is room.

    A test of storage makes a database of three hundred files and removes it, and file systems
    without a journal take their time over files that were just removed.
    """
    if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= MEMORY_BYTES:
        return MEMORY
    return Path("/tmp")


if __name__ == "__main__":
    raise SystemExit(main())
