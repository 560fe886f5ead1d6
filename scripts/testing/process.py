"""One test process, with a PostgreSQL, a folder and a tally of its own."""

import contextlib
import os
import signal
import subprocess
import time
from pathlib import Path

from testing.events import Events
from testing.groups import Group

ROOT = Path(__file__).resolve().parents[2]
CLUSTER = ROOT / "scripts" / "postgres-cluster"
# Enough for every database that the tests of one process open at once.
CONNECTIONS = 500


class TestProcess:
    """Runs the tests of a group, and notices when one of them does not end."""

    def __init__(self, group: Group, binary: Path, folder: Path, limit_seconds: float) -> None:
        self.group = group
        self.events = Events(folder / "events.jsonl")
        self.seconds = 0.0
        self.trouble: list[str] = []
        self._binary = binary
        self._folder = folder
        self._limit_seconds = limit_seconds
        self._process: subprocess.Popen | None = None
        self._shown = 0
        self._rest = b""
        self._started = self._last_event = 0.0

    @property
    def is_running(self) -> bool:
        return self._process is not None

    @property
    def tally(self) -> Path:
        return self._folder / "tally"

    def start(self) -> None:
        """Starts the server and, beside it, the tests."""
        self._folder.mkdir()
        # PostgreSQL runs as a user of its own and must get to its part.
        self._folder.chmod(0o755)
        # Short, because the path of a socket is.
        self._clusters = self._folder / "pg"
        self._clusters.mkdir()
        self._clusters.chmod(0o755)
        url = cluster("start", self._clusters / "main").strip().splitlines()[-1]
        environment = {
            **os.environ,
            "PURSER_TEST_POSTGRES": url,
            "PURSER_TEST_CLUSTERS": str(self._clusters),
            "PURSER_TEST_TALLY": str(self.tally),
        }
        if not self.group.is_on_disk:
            temporary = self._folder / "tmp"
            temporary.mkdir(mode=0o700)
            environment["TMPDIR"] = str(temporary)
        self.tally.touch()
        command = [
            str(self._binary),
            "--testing-library",
            "swift-testing",
            # One test after the other: what starves beside another would run into its deadline.
            "--no-parallel",
            *self.group.choice,
            "--event-stream-version",
            "0",
            "--event-stream-output-path",
            str(self._folder / "events.jsonl"),
        ]
        with (self._folder / "output").open("wb") as output:
            self._process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._started = self._last_event = time.monotonic()

    def look(self) -> None:
        """Takes note of what has happened; ends the process when a test takes too long."""
        process = self._process
        if process is None:
            return
        status = process.poll()
        if self.events.read():
            self._last_event = time.monotonic()
        self._show()
        if status is not None:
            self._end(status)
        elif time.monotonic() - self._last_event > self._limit_seconds:
            names = ", ".join(self.events.running) or "no test"
            self.trouble.append(
                f"{names}: nothing was heard for {self._limit_seconds:.0f} s, and it was ended"
            )
            self.kill()

    def kill(self) -> None:
        """Ends the process and what it started that is still in its session."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._end(self._process.wait())

    def clean(self) -> None:
        """Removes every PostgreSQL server that was started for it, or by it."""
        for directory in self._folder.glob("pg/*"):
            cluster("remove", directory)

    def _end(self, status: int) -> None:
        self._process = None
        self.seconds = time.monotonic() - self._started
        self.events.read()
        self._show()
        if not self.trouble:
            self.trouble += [
                f"{name}: it had not ended when its process did" for name in self.events.running
            ]
        failed = any(test.issues for test in self.events.tests.values())
        if status != 0 and not failed and not self.trouble:
            self.trouble.append(f"the process of the group {self.group.name} ended with {status}")
        elif not self.events.is_over and not self.trouble:
            self.trouble.append(f"the group {self.group.name} was not run to its end")

    def _show(self) -> None:
        """Prints what the tests wrote, but for the lines that say that one starts."""
        with (self._folder / "output").open("rb") as output:
            output.seek(self._shown)
            new = output.read()
        self._shown += len(new)
        *lines, self._rest = (self._rest + new).split(b"\n")
        if not self.is_running and self._rest:
            lines, self._rest = [*lines, self._rest], b""
        for line in lines:
            text = line.decode(errors="replace")
            if not text.startswith("◇"):
                print(f"{self.group.name:<10} {text}", flush=True)


def cluster(verb: str, directory: Path) -> str:
    """Starts or removes a PostgreSQL server whose files lie in a directory."""
    environment = {
        **os.environ,
        "PURSER_PG_CONNECTIONS": str(CONNECTIONS),
        "PURSER_PG_FSYNC": "off",
    }
    done = subprocess.run(
        [CLUSTER, verb, directory], env=environment, text=True, capture_output=True, check=False
    )
    if done.returncode != 0:
        raise SystemExit(f"test: postgres-cluster {verb} {directory}:\n{done.stderr}")
    return done.stdout
