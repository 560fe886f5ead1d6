"""People who sign in with their password, many at once, beside another load."""

import asyncio
import contextlib
import json
import threading
import time
from statistics import median

from .process import LOOPBACK, BenchmarkError, Server

PATH = "/api/v1/auth/login"
# As PurserBench/Seed.swift makes them.
EMAIL = "parent{}@bench.example"
PASSWORD = "bench-password-1"
# A request has 30 s; the last ones end within that.
PATIENCE_SECONDS = 60
# What the server calls the threads that hash passwords.
HASHER = "passwords"
# How often they are counted.
LOOK_SECONDS = 0.05


class SignIns:
    """Clients who sign in again and again, each as another member, on a connection of its own.

    Used in a ``with`` statement: inside of it as many sign-ins as there are clients are under way,
    but for those that were told to come again and wait for it. At its end each client gets its last
    answer, so that nothing of it is left for what is measured next.
    """

    def __init__(self, server: Server, clients: int) -> None:
        self._server = server
        self._clients = clients
        self._ends = threading.Event()
        self._under_way = threading.Event()
        self._thread: threading.Thread | None = None
        self._failure: Exception | None = None
        self.refused = 0
        self.times: list[float] = []
        self.seconds = 0.0
        # The most threads that were there at once to hash passwords.
        self.most_threads = 0

    @property
    def signed_in(self) -> int:
        return len(self.times)

    def described(self) -> str:
        """How many were let in, how long that took them, and how many were told to come again."""
        return (
            f"{self.signed_in / self.seconds:,.1f} per second, median {median(self.times):.1f} s, "
            f"longest {max(self.times):.1f} s; {self.refused / self.seconds:,.0f} per second told "
            "to come again"
        )

    def __enter__(self) -> "SignIns":
        self._ends.clear()
        self._under_way.clear()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self._under_way.wait(PATIENCE_SECONDS)
        if not self.signed_in or self._failure:
            self._end()
            raise BenchmarkError(f"nobody could sign in: {self._failure}")
        return self

    def __exit__(self, kind: type[BaseException] | None, *_) -> None:
        self._end()
        if kind is None and self._failure:
            raise BenchmarkError(f"a sign-in failed: {self._failure}")

    def _end(self) -> None:
        self._ends.set()
        self._thread.join(PATIENCE_SECONDS)
        if self._thread.is_alive():
            self._failure = TimeoutError(f"no answer within {PATIENCE_SECONDS} s")

    def _run(self) -> None:
        started = time.perf_counter()
        try:
            asyncio.run(self._sign_in_all())
        except* Exception as failures:
            self._failure = failures.exceptions[0]
        self.seconds += time.perf_counter() - started
        self._under_way.set()

    async def _sign_in_all(self) -> None:
        look = asyncio.create_task(self._count_threads())
        async with asyncio.TaskGroup() as clients:
            for number in range(self._clients):
                clients.create_task(self._sign_in(number))
        look.cancel()

    async def _count_threads(self) -> None:
        while True:
            self.most_threads = max(self.most_threads, self._server.threads(HASHER))
            await asyncio.sleep(LOOK_SECONDS)

    async def _sign_in(self, number: int) -> None:
        """One client, until the end."""
        request = asking(EMAIL.format(number), PASSWORD)
        reader, writer = await asyncio.open_connection(LOOPBACK, self._server.port)
        with contextlib.closing(writer):
            while not self._ends.is_set():
                started = time.perf_counter()
                writer.write(request)
                status, wait = await answer(reader)
                if status == 200:
                    self.times.append(time.perf_counter() - started)
                    self._under_way.set()
                elif status == 429:
                    self.refused += 1
                    await asyncio.sleep(wait)
                else:
                    raise BenchmarkError(f"{PATH} answered {status}")


def refused(server: Server, tries: int) -> tuple[list[float], list[float]]:
    """How long it takes to refuse a wrong password, of somebody and of nobody, in turn."""
    return asyncio.run(_refused(server, tries))


async def _refused(server: Server, tries: int) -> tuple[list[float], list[float]]:
    somebody, nobody = [], []
    reader, writer = await asyncio.open_connection(LOOPBACK, server.port)
    with contextlib.closing(writer):
        for number in range(tries):
            for email, times in ((EMAIL, somebody), ("nobody{}@bench.example", nobody)):
                started = time.perf_counter()
                writer.write(asking(email.format(number), "not-the-password"))
                status, _ = await answer(reader)
                if status != 401:
                    raise BenchmarkError(f"{PATH} answered {status}")
                times.append(time.perf_counter() - started)
    return somebody, nobody


def asking(email: str, password: str) -> bytes:
    """A sign-in as it is sent."""
    body = json.dumps({"email": email, "password": password})
    return (
        f"POST {PATH} HTTP/1.1\r\nHost: {LOOPBACK}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    ).encode()


async def answer(reader: asyncio.StreamReader) -> tuple[int, int]:
    """The status of an answer, and how many seconds to wait before the next try."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.rstrip().split("\r\n")
    fields = (line.partition(":") for line in lines)
    headers = {name.lower(): value.strip() for name, _, value in fields}
    await reader.readexactly(int(headers["content-length"]))
    return int(first.split()[1]), int(headers.get("retry-after", "0"))
