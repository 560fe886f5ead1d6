"""What a test process tells of itself: one JSON record a line (Swift Testing's event stream, 0)."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

PLACE = re.compile(r"/[^/]+\.swift:\d+:\d+$")


@dataclass
class Test:
    """One test function with all its cases."""

    name: str
    started: float = 0
    ended: float | None = None
    issues: list[str] = field(default_factory=list)
    reason_skipped: str | None = None

    @property
    def seconds(self) -> float:
        return 0 if self.ended is None else self.ended - self.started

    @property
    def suite(self) -> str:
        """The suite it belongs to; the target, where it has none."""
        return self.name.rpartition("/")[0] or self.name.partition(".")[0]


class Events:
    """Reads the stream while it is written."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._offset = 0
        self._rest = b""
        self._functions: set[str] = set()
        self.tests: dict[str, Test] = {}
        self.running: dict[str, None] = {}
        self.issues_outside: list[str] = []
        self.is_over = False

    def read(self) -> bool:
        """Takes what was written since; answers whether there was anything."""
        if not self._path.exists():
            return False
        with self._path.open("rb") as stream:
            stream.seek(self._offset)
            new = stream.read()
        self._offset += len(new)
        *lines, self._rest = (self._rest + new).split(b"\n")
        for line in filter(None, lines):
            self._take(json.loads(line))
        return bool(new)

    def _take(self, record: dict) -> None:
        payload = record["payload"]
        if record["kind"] == "test":
            if payload["kind"] == "function":
                self._functions.add(payload["id"])
            return
        kind = payload["kind"]
        if kind == "runEnded":
            self.is_over = True
        name = self._function(payload.get("testID"))
        if kind == "testStarted" and name:
            test = Test(name, started=payload["instant"]["absolute"])
            self.tests[name] = test
            self.running[name] = None
        elif kind == "testEnded" and name:
            self.tests[name].ended = payload["instant"]["absolute"]
            self.running.pop(name, None)
        elif kind == "testSkipped":
            self._skip(payload, name)
        elif kind == "issueRecorded" and not payload["issue"].get("isKnown"):
            text = " ".join(message["text"] for message in payload["messages"])
            issues = self.tests[name].issues if name in self.tests else self.issues_outside
            issues.append(text)

    def _skip(self, payload: dict, name: str | None) -> None:
        """A skipped suite is told of once, and its tests one by one."""
        if name:
            reason = " ".join(message["text"] for message in payload["messages"])
            self.tests[name] = Test(name, reason_skipped=reason)

    def _function(self, identity: str | None) -> str | None:
        """The name of a test function, as a list of tests has it; nothing for a suite."""
        return without_place(identity) if identity in self._functions else None


def without_place(identity: str) -> str:
    """The name of a test, without the file and the line it stands at."""
    return PLACE.sub("", identity)
