"""Processes that are started here and always stopped here, by their own id."""

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

LOOPBACK = "127.0.0.1"
READY_SECONDS = 60
STOP_SECONDS = 20


class BenchmarkError(Exception):
    """Why nothing can be said about speed."""


def say(text: str) -> None:
    """Tells the person who waits what is being done."""
    print(text, file=sys.stderr, flush=True)


def run(command: Sequence[str | Path], **options) -> str:
    """Runs a program to its end and answers what it printed."""
    done = subprocess.run(command, text=True, capture_output=True, check=False, **options)
    if done.returncode != 0:
        said = (done.stderr + done.stdout).strip()[-2_000:]
        raise BenchmarkError(f"{Path(command[0]).name} ended with {done.returncode}:\n{said}")
    return done.stdout


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind((LOOPBACK, 0))
        return listener.getsockname()[1]


class Server:
    """A process that answers HTTP; used in a ``with`` statement, which ends it."""

    def __init__(
        self,
        name: str,
        command: Sequence[str | Path],
        port: int,
        log: Path,
        environment: dict[str, str] | None = None,
        directory: Path | None = None,
    ) -> None:
        self.name = name
        self.port = port
        self._command = command
        self._log = log
        self._environment = {**os.environ, **(environment or {})}
        self._directory = directory
        self._process: subprocess.Popen | None = None
        self.seconds_to_first_answer = 0.0

    def __enter__(self) -> "Server":
        with self._log.open("ab") as log:
            started = time.perf_counter()
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=self._environment,
                cwd=self._directory,
            )
        try:
            self._wait_until_ready(started)
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_) -> None:
        self.stop()

    def url(self, path: str) -> str:
        return f"http://{LOOPBACK}:{self.port}{path}"

    def ask(
        self, method: str, path: str, body: str | None = None, headers: dict | None = None
    ) -> tuple[int, bytes]:
        """One request on a connection of its own."""
        connection = http.client.HTTPConnection(LOOPBACK, self.port, timeout=60)
        with contextlib.closing(connection):
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            return response.status, response.read()

    @property
    def pid(self) -> int:
        """The number of the process that runs."""
        if self._process is None:
            raise BenchmarkError(f"{self.name} does not run")
        return self._process.pid

    def peak_memory_bytes(self) -> int:
        """The most memory that the process and those it started ever held, added up."""
        if self._process is None:
            return 0
        return sum(status_bytes(process, "VmHWM") for process in family(self._process.pid))

    def memory_bytes(self) -> int:
        """The memory that the process and those it started hold now, added up."""
        return sum(status_bytes(process, "VmRSS") for process in family(self.pid))

    def threads(self, name: str) -> int:
        """How many threads of that name the process has now."""
        if self._process is None:
            return 0
        return sum(thread_name(task) == name for task in tasks(self._process.pid))

    def stop(self) -> None:
        """Asks the process to finish, and makes it when it does not."""
        process = self._process
        if process is None:
            return
        self._process = None
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            say(f"  {self.name} did not stop in {STOP_SECONDS} s and was killed")

    def check(self) -> None:
        """Refuses to go on without the process."""
        if self._process is None or self._process.poll() is not None:
            raise BenchmarkError(f"{self.name} has ended:\n{self.last_words()}")

    def last_words(self) -> str:
        return self._log.read_text(errors="replace").strip()[-2_000:]

    def _wait_until_ready(self, started: float) -> None:
        while time.perf_counter() - started < READY_SECONDS:
            self.check()
            # Refused until it listens; another status until its database is ready.
            with contextlib.suppress(OSError, http.client.HTTPException):
                if self.ask("GET", "/health")[0] == 200:
                    self.seconds_to_first_answer = time.perf_counter() - started
                    return
            time.sleep(0.001)
        raise BenchmarkError(
            f"{self.name} did not answer in {READY_SECONDS} s:\n{self.last_words()}"
        )


def family(pid: int) -> list[int]:
    """A process and the processes below it."""
    members = [pid]
    for task in tasks(pid):
        with contextlib.suppress(OSError):
            for child in (task / "children").read_text().split():
                members += family(int(child))
    return members


def tasks(pid: int) -> Iterator[Path]:
    """Where the system tells about the threads of a process."""
    return Path(f"/proc/{pid}/task").glob("*")


def thread_name(task: Path) -> str:
    """The name of a thread; of one that has just ended, nothing."""
    with contextlib.suppress(OSError):
        return (task / "comm").read_text().rstrip("\n")
    return ""


def status_bytes(pid: int, name: str) -> int:
    """A size that the system tells of a process; 0 when it has ended."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1]) * 1_024
    return 0


def stop_on_signals() -> None:
    """Lets a termination end the ``with`` statements, as an interruption does."""

    def interrupt(number: int, _frame: object) -> None:
        raise SystemExit(128 + number)

    signal.signal(signal.SIGTERM, interrupt)
    signal.signal(signal.SIGHUP, interrupt)
