"""Which tests run together in one process."""

import re
from dataclasses import dataclass

# Measured against each other, these take about as long as all the rest.
SERVER = ("ServerTests",)
# It waits for the processes that it kills for two thirds of its time. It kills no machine, so it
# needs no disk.
SIMULATION = ("SimulationRunsTests",)
# Faults and durability, for which there is the disk, and programs that keep both cores busy.
ALONE = (
    "FaultsTests",
    "SQLiteDriverTests",
    "ReadmeTests",
    "BrowserTests",
    "OAuthPeerTests",
    "SchemathesisPeerTests",
)


@dataclass(frozen=True)
class Group:
    """The tests of one process."""

    name: str
    # What the test binary is told, to choose them.
    choice: tuple[str, ...]
    # Where its files are; databases of PostgreSQL are in memory all the same.
    is_on_disk: bool = False


def whole() -> list[list[Group]]:
    """Every test: the groups of one stage run side by side, the stages one after the other."""
    beside = [
        Group("server", ("--filter", of(SERVER))),
        Group("rest", ("--skip", of(SERVER + SIMULATION + ALONE))),
        Group("simulation", ("--filter", of(SIMULATION))),
    ]
    return [beside, [Group("alone", ("--filter", of(ALONE)), is_on_disk=True)]]


def chosen(choice: list[str]) -> list[list[Group]]:
    """What a caller has chosen, in one process and on the disk."""
    return [[Group("chosen", tuple(choice), is_on_disk=True)]]


def of(targets: tuple[str, ...]) -> str:
    """The expression that matches the tests of some targets."""
    return f"^({'|'.join(map(re.escape, targets))})\\."
