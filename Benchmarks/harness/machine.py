"""The machine that the figures belong to."""

import contextlib
import os
import platform
import subprocess
import time
from pathlib import Path
from statistics import quantiles

PROBES = 200
PAGE_BYTES = 4_096


def describe(directory: Path) -> list[tuple[str, str]]:
    """What a reader must know to compare: processor, memory, disk, versions, how busy it was."""
    probe = fsync_ms(directory)
    told = f"a write of 4 KiB and fdatasync: median {probe[49]:.2f} ms, p99 {probe[98]:.2f} ms"
    versions = (
        first_line("swift", "--version"),
        first_line("psql", "--version"),
        first_line("wrk", "--version").partition("[")[0].strip(),
        f"Python {platform.python_version()}",
    )
    return [
        ("Processor", f"{os.cpu_count()} cores, {processor()}"),
        ("Memory", f"{memory_gib():.1f} GiB"),
        ("Kernel", f"{platform.system()} {platform.release()}"),
        ("Disk", f"{file_system(directory)}; {told}"),
        ("Load before", f"{os.getloadavg()[0]:.2f} of {os.cpu_count()}"),
        ("Versions", "; ".join(filter(None, versions))),
    ]


def fsync_ms(directory: Path) -> list[float]:
    """Percentiles of the time that a small write needs to reach the disk, in milliseconds."""
    file = directory / "probe"
    page = os.urandom(PAGE_BYTES)
    times = []
    descriptor = os.open(file, os.O_CREAT | os.O_WRONLY, 0o600)
    try:
        os.posix_fallocate(descriptor, 0, PROBES * PAGE_BYTES)
        os.fsync(descriptor)
        for number in range(PROBES):
            start = time.perf_counter()
            os.pwrite(descriptor, page, number * PAGE_BYTES)
            os.fdatasync(descriptor)
            times.append((time.perf_counter() - start) * 1e3)
    finally:
        os.close(descriptor)
        file.unlink()
    return quantiles(times, n=100)


class Stolen:
    """The share of the processors' time that a hypervisor gave to others, of the time in which
    there was work; 0 on bare metal."""

    def __init__(self) -> None:
        self._before = self._ticks()

    def share(self) -> float:
        """Since this was made."""
        spent = [now - then for now, then in zip(self._ticks(), self._before, strict=True)]
        return spent[7] / max(sum(spent) - spent[3] - spent[4], 1)

    @staticmethod
    def _ticks() -> list[int]:
        """User, nice, system, idle, waiting, interrupts, soft interrupts, stolen."""
        return [int(text) for text in Path("/proc/stat").read_text().split()[1:9]]


def processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def memory_gib() -> float:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30


def file_system(directory: Path) -> str:
    """The kind of file system that a directory is on."""
    best = ("", "unknown")
    for line in Path("/proc/mounts").read_text().splitlines():
        _, point, kind, *_ = line.split()
        if directory.is_relative_to(point) and len(point) >= len(best[0]):
            best = (point, kind)
    return best[1]


def first_line(*command: str) -> str:
    """The first line a program prints; wrk prints its version and complains all the same."""
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
        return next(iter(done.stdout.splitlines()), "")
    return ""
