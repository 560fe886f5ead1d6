"""Which tests run together in one process."""

import re
from dataclasses import dataclass

# Measured against each other, these take about as long as all the rest.
SERVER = ("PagesTests", "RoomsTests", "ServerTests")
# It waits for the processes that it kills for two thirds of its time. It kills no machine, so it
# needs no disk.
SIMULATION = ("SimulationRunsTests",)
# Faults and durability, for which there is the disk.
DISK = ("FaultsTests", "SQLiteDriverTests", "ReadmeTests")
# A browser, for which most of the memory is.
BROWSER = ("BrowserTests",)
# Programs of others that use ours.
PEERS = ("OAuthPeerTests", "SchemathesisPeerTests")


@dataclass(frozen=True)
class Group:
    """The tests of one process."""

    name: str
    # What the test binary is told, to choose them.
    choice: tuple[str, ...]
    # Where its files are; databases of PostgreSQL are in memory all the same.
    is_on_disk: bool = False


# So many processes run side by side: two for the cores, and one that mostly waits. With four the
# longest one took as long as before, and tests that kill a program in the middle came too late.
SIDE_BY_SIDE = 3


def whole(done: str = "") -> list[Group]:
    """Every test, in the order of the groups' beginnings: the longest first.

    What the expression `done` matches was run before, and is left out.
    """
    skip = ("--skip", done) if done else ()
    return [
        Group("server", ("--filter", of(SERVER), *skip)),
        Group("rest", ("--skip", of(SERVER + SIMULATION + DISK + BROWSER + PEERS), *skip)),
        Group("simulation", ("--filter", of(SIMULATION), *skip)),
        Group("browser", ("--filter", of(BROWSER), *skip), is_on_disk=True),
        Group("peers", ("--filter", of(PEERS), *skip), is_on_disk=True),
        Group("disk", ("--filter", of(DISK), *skip), is_on_disk=True),
    ]


def chosen(choice: list[str]) -> list[Group]:
    """What a caller has chosen, in one process and on the disk."""
    return [Group("chosen", tuple(choice), is_on_disk=True)]


def of(targets: tuple[str, ...]) -> str:
    """The expression that matches the tests of some targets."""
    return f"^({'|'.join(map(re.escape, targets))})\\."
