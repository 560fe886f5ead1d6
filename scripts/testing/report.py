"""What is said at the end of a run, where the reader of a long run looks first."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

from testing.events import Test
from testing.process import TestProcess

SLOWEST = 20


def times(processes: Iterable[TestProcess]) -> None:
    """Prints the time of each suite, and the slowest tests."""
    tests = [test for process in processes for test in process.events.tests.values()]
    suites: defaultdict[str, list[Test]] = defaultdict(list)
    for test in tests:
        suites[test.suite].append(test)
    print("\nSeconds of each suite, and its tests:")
    sums = {name: sum(test.seconds for test in members) for name, members in suites.items()}
    for name in sorted(sums, key=lambda name: -sums[name]):
        print(f"{sums[name]:8.2f} {len(suites[name]):4} {name}")
    print(f"\nThe {SLOWEST} slowest tests:")
    for test in sorted(tests, key=lambda test: -test.seconds)[:SLOWEST]:
        print(f"{test.seconds:8.2f} {test.name}")


def failures(processes: Iterable[TestProcess]) -> list[str]:
    """Everything that went wrong, a line each."""
    found = []
    for process in processes:
        found += process.trouble
        found += process.events.issues_outside
        for test in process.events.tests.values():
            found += [f"{test.name}: {issue}" for issue in test.issues]
    return found


def skipped(processes: Iterable[TestProcess]) -> list[str]:
    return [
        f"{test.name}: {test.reason_skipped}"
        for process in processes
        for test in process.events.tests.values()
        if test.reason_skipped is not None
    ]


def differences(processes: Iterable[TestProcess], listed: list[str]) -> list[str]:
    """What was not run though it is a test, or was run more than once."""
    ran = Counter(name for process in processes for name in process.events.tests)
    missing = [f"{name}: no process ran it" for name in sorted(set(listed) - set(ran))]
    unknown = [f"{name}: it is not in the list" for name in sorted(set(ran) - set(listed))]
    twice = [f"{name}: it ran {count} times" for name, count in sorted(ran.items()) if count > 1]
    return missing + unknown + twice


def engines(tallies: Iterable[Path]) -> Counter[str]:
    """How many tests ran on each engine."""
    lines = {line for tally in tallies for line in tally.read_text().splitlines()}
    return Counter(line.partition("\t")[0] for line in lines)
