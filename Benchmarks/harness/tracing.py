"""Counting how often a process waits for the disk."""

import re
import subprocess
import time
from pathlib import Path

from .process import BenchmarkError

WRITE_SECONDS = 10


def is_possible() -> bool:
    """Whether strace is here and may trace."""
    command = ["strace", "-o", "/dev/null", "-e", "trace=none", "true"]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def tracer(summary: Path) -> tuple[str, ...]:
    """What stands before a command to count its syncs.

    A filter in the kernel lets every other call pass, so the process runs at nearly full speed; the
    tracer is a process apart, so the id is the server's own.
    """
    summary.unlink(missing_ok=True)
    calls = "trace=fsync,fdatasync"
    return ("strace", "-D", "-f", "-c", "--seccomp-bpf", "-o", str(summary), "-e", calls)


def count(summary: Path) -> int:
    """The calls of a process that has ended."""
    deadline = time.monotonic() + WRITE_SECONDS
    while time.monotonic() < deadline:
        text = summary.read_text() if summary.exists() else ""
        total = re.search(r"^\s*\S+\s+\S+\s+\S+\s+(\d+)\s.*total$", text, re.MULTILINE)
        if total:
            return int(total.group(1))
        time.sleep(0.01)
    raise BenchmarkError("strace wrote no summary")
