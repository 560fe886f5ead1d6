"""Tests of scripts/testing."""

import contextlib
import io
import json
import os
import re
import shutil
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from testing import __main__ as runner
from testing import groups, process, report
from testing.events import Events
from testing.groups import Group
from testing.process import TestProcess


def function(name: str, kind: str = "function") -> dict:
    return {"kind": "test", "payload": {"kind": kind, "id": name}}


def event(kind: str, name: str | None = None, at: float = 0, **more: object) -> dict:
    payload = {"kind": kind, "instant": {"absolute": at}, "messages": [], **more}
    return {"kind": "event", "payload": payload | ({"testID": name} if name else {})}


def issue(name: str | None, text: str, is_known: bool = False) -> dict:
    return event(
        "issueRecorded", name, issue={"isKnown": is_known}, messages=[{"text": text}]
    )


ONE = "ATests.Suite/one()/File.swift:1:2"
TWO = "BTests.Suite/two(x:)/File.swift:3:2"


class EventsTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "events"
        self.events = Events(self.path)

    def write(self, *records: dict, end: str = "\n") -> None:
        with self.path.open("a") as stream:
            stream.write("\n".join(map(json.dumps, records)) + end)

    def test_tells_what_ran_how_long_and_what_went_wrong(self) -> None:
        self.assertFalse(self.events.read())
        self.write(function(ONE), function("ATests.Suite", "suite"))
        self.write(event("testStarted", "ATests.Suite"))
        self.write(event("testStarted", ONE, 1.5), issue(ONE, "bad"), issue(ONE, "known", True))
        self.assertTrue(self.events.read())
        self.assertFalse(self.events.read())
        self.assertEqual(list(self.events.running), ["ATests.Suite/one()"])
        self.write(event("testEnded", ONE, 4), issue(None, "stray"), event("runEnded"))
        self.events.read()
        test = self.events.tests["ATests.Suite/one()"]
        self.assertEqual((test.seconds, test.issues, test.suite), (2.5, ["bad"], "ATests.Suite"))
        self.assertEqual(self.events.issues_outside, ["stray"])
        self.assertEqual(list(self.events.running), [])
        self.assertTrue(self.events.is_over)

    def test_waits_for_the_rest_of_a_line(self) -> None:
        self.write(function(ONE))
        self.write(event("testStarted", ONE), end="")
        self.events.read()
        self.assertEqual(self.events.tests, {})
        self.write(end="\n")
        self.events.read()
        self.assertEqual(list(self.events.tests), ["ATests.Suite/one()"])

    def test_tells_what_was_skipped(self) -> None:
        self.write(function(ONE), event("testSkipped", ONE, messages=[{"text": "no strace"}]))
        self.events.read()
        self.assertEqual(self.events.tests["ATests.Suite/one()"].reason_skipped, "no strace")


class GroupTests(unittest.TestCase):
    def test_every_target_is_in_one_group(self) -> None:
        targets = [path.name for path in (ROOT / "Tests").iterdir() if any(path.rglob("*.swift"))]
        self.assertGreater(len(targets), 20)
        chosen = [group.choice for group in groups.whole()]
        for target in targets:
            name = f"{target}Tests.Suite/test()"
            matching = [
                (verb, expression)
                for verb, expression in chosen
                if bool(re.search(expression, name)) == (verb == "--filter")
            ]
            self.assertEqual(len(matching), 1, name)

    def test_what_was_run_before_is_left_out_of_every_group(self) -> None:
        for group in groups.whole(r"^TidyTests\."):
            self.assertEqual(group.choice[-2:], ("--skip", r"^TidyTests\."), group.name)

    def test_a_target_is_matched_by_its_whole_name(self) -> None:
        expression = groups.of(("ATests", "BTests"))
        names = ("ATests.S/t()", "BTests.t()", "MyATests.t()", "ATestsMore.t()", "C.ATests/t()")
        matching = [name for name in names if re.search(expression, name)]
        self.assertEqual(matching, ["ATests.S/t()", "BTests.t()"])

    def test_each_target_that_is_named_is_there(self) -> None:
        package = (ROOT / "Package.swift").read_text()
        named = (groups.SERVER, groups.SIMULATION, groups.DISK, groups.BROWSER, groups.PEERS)
        for target in sum(named, ()):
            self.assertRegex(package, rf'tests\(\s*"{target.removesuffix("Tests")}"')


class ProcessTests(unittest.TestCase):
    """A program in place of the tests, which writes the events that it is given."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        patch = mock.patch.object(process, "cluster", return_value="postgresql:///x\n")
        self.cluster = patch.start()
        self.addCleanup(patch.stop)

    def run_with(
        self, records: list[dict], ending: str, limit: float = 60, on_disk: bool = False
    ) -> TestProcess:
        lines = self.folder / "records"
        lines.write_text("".join(json.dumps(record) + "\n" for record in records))
        binary = self.folder / "binary"
        binary.write_text(
            "#!/bin/bash\n"
            'echo "◇ starts"; echo "✔ passes"; printf "the rest"\n'
            f'cat "{lines}" >"${{!#}}"\n{ending}\n'
        )
        binary.chmod(0o755)
        group = Group("some", ("--filter", "x"), is_on_disk=on_disk)
        tested = TestProcess(group, binary, self.folder / "work", limit)
        self.said = io.StringIO()
        with contextlib.redirect_stdout(self.said):
            tested.start()
            deadline = time.monotonic() + 60
            while tested.is_running:
                self.assertLess(time.monotonic(), deadline)
                tested.look()
                time.sleep(0.01)
        return tested

    whole = [
        function(ONE),
        event("testStarted", ONE),
        event("testEnded", ONE, 1),
        event("runEnded"),
    ]

    def test_a_run_that_passes_is_no_trouble(self) -> None:
        tested = self.run_with(self.whole, "exit 0")
        self.assertEqual(report.failures([tested]), [])
        said = self.said.getvalue().splitlines()
        self.assertEqual(said, ["some       ✔ passes", "some       the rest"])

    def test_a_test_that_does_not_end_is_ended_and_named(self) -> None:
        tested = self.run_with(self.whole[:2], "sleep 3600 & wait", limit=0.5)
        (trouble,) = report.failures([tested])
        self.assertTrue(trouble.startswith("ATests.Suite/one(): nothing was heard"), trouble)

    def test_who_says_something_now_and_then_may_take_its_time(self) -> None:
        (self.folder / "start").write_text(json.dumps(event("testStarted", ONE)) + "\n")
        (self.folder / "end").write_text("".join(json.dumps(e) + "\n" for e in self.whole[2:]))
        again = f'for i in 1 2 3 4; do sleep 0.4; cat "{self.folder}/start" >>"${{!#}}"; done\n'
        ending = f'{again}cat "{self.folder}/end" >>"${{!#}}"'
        tested = self.run_with(self.whole[:2], ending, limit=1)
        self.assertEqual(report.failures([tested]), [])

    def test_temporary_files_are_beside_the_databases_unless_the_disk_is_tested(self) -> None:
        for on_disk, place in ((False, str(self.folder / "work" / "tmp")), (True, "the disk")):
            with mock.patch.dict(os.environ, {"TMPDIR": "the disk"}):
                self.run_with(self.whole, 'echo " $TMPDIR"; exit 0', on_disk=on_disk)
            self.assertIn(f" {place}", self.said.getvalue())
            shutil.rmtree(self.folder / "work")

    def test_a_process_that_dies_is_told_with_its_test(self) -> None:
        tested = self.run_with(self.whole[:2], "kill -9 $$")
        self.assertIn("ATests.Suite/one(): it had not ended", report.failures([tested])[0])

    def test_a_process_that_fails_without_a_reason_fails(self) -> None:
        tested = self.run_with(self.whole, "exit 3")
        self.assertEqual(report.failures([tested]), ["the process of the group some ended with 3"])

    def test_a_run_that_is_not_complete_fails(self) -> None:
        tested = self.run_with(self.whole[:3], "exit 0")
        self.assertEqual(report.failures([tested]), ["the group some was not run to its end"])

    def test_an_issue_is_a_failure(self) -> None:
        records = [*self.whole[:2], issue(ONE, "bad"), *self.whole[2:]]
        tested = self.run_with(records, "exit 1")
        self.assertEqual(report.failures([tested]), ["ATests.Suite/one(): bad"])

    def test_an_issue_outside_of_a_test_is_a_failure(self) -> None:
        tested = self.run_with([*self.whole, issue(None, "stray")], "exit 1")
        self.assertIn("stray", report.failures([tested]))

    def test_every_server_is_removed_afterwards(self) -> None:
        tested = self.run_with(self.whole, "exit 0")
        (self.folder / "work" / "pg" / "of-a-test").mkdir()
        self.cluster.reset_mock()
        tested.clean()
        self.cluster.assert_called_once_with("remove", self.folder / "work" / "pg" / "of-a-test")


class ReportTests(unittest.TestCase):
    def process_of(self, *records: dict, tally: str = "sqlite\ta\npostgres\ta\n") -> mock.Mock:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name) / "events"
        path.write_text("".join(json.dumps(record) + "\n" for record in records))
        events = Events(path)
        events.read()
        (Path(folder.name) / "tally").write_text(tally)
        return mock.Mock(
            events=events, trouble=[], seconds=1.0, tally=Path(folder.name) / "tally",
            group=mock.Mock(name="some"),
        )

    def ran(self, *names: str, **more: str) -> mock.Mock:
        records = []
        for name in names:
            records += [function(name), event("testStarted", name), event("testEnded", name, 1)]
        return self.process_of(*records, **more)

    def status(self, processes: list, names: list[str], ci: str = "", whole: bool = True) -> int:
        said = io.StringIO()
        with (
            contextlib.redirect_stdout(said),
            mock.patch.dict(os.environ, {"CI": ci}),
        ):
            status = runner.tell(processes, names if whole else None)
        self.said = said.getvalue()
        return status

    names = ["ATests.Suite/one()", "BTests.Suite/two(x:)"]

    def test_what_ran_once_in_one_of_the_processes_passes(self) -> None:
        self.assertEqual(self.status([self.ran(ONE), self.ran(TWO)], self.names), 0)
        self.assertIn("2 passed, 0 failed, 0 skipped", self.said)
        self.assertIn("Tests by engine: sqlite 1, postgres 1", self.said)

    def test_the_list_leaves_out_what_was_run_before(self) -> None:
        printed = mock.Mock(stdout="ATests.Suite/one()\nBTests.Suite/two(x:)\n")
        with mock.patch.object(runner.subprocess, "run", return_value=printed):
            self.assertEqual(runner.listed(Path("binary"), ""), self.names)
            self.assertEqual(runner.listed(Path("binary"), r"^ATests\."), self.names[1:])

    def test_what_no_process_ran_fails(self) -> None:
        self.assertEqual(self.status([self.ran(ONE)], self.names), 1)
        self.assertIn("BTests.Suite/two(x:): no process ran it", self.said)

    def test_what_two_processes_ran_fails(self) -> None:
        self.assertEqual(self.status([self.ran(ONE, TWO), self.ran(TWO)], self.names), 1)
        self.assertIn("BTests.Suite/two(x:): it ran 2 times", self.said)

    def test_what_is_not_in_the_list_fails(self) -> None:
        self.assertEqual(self.status([self.ran(ONE, TWO)], self.names[:1]), 1)
        self.assertIn("BTests.Suite/two(x:): it is not in the list", self.said)

    def test_a_run_of_some_needs_not_all(self) -> None:
        processes = [self.ran(ONE, tally="")]
        self.assertEqual(self.status(processes, self.names, whole=False), 0)
        self.assertEqual(self.status([self.ran()], self.names, whole=False), 1)

    def test_an_engine_that_was_left_out_fails(self) -> None:
        processes = [self.ran(ONE, TWO, tally="sqlite\ta\n")]
        self.assertEqual(self.status(processes, self.names), 1)
        self.assertIn("no test ran on postgres", self.said)

    def test_what_is_skipped_is_said_and_fails_in_ci(self) -> None:
        records = [function(TWO), event("testSkipped", TWO, messages=[{"text": "no strace"}])]
        processes = [self.ran(ONE), self.process_of(*records)]
        self.assertEqual(self.status(processes, self.names), 0)
        self.assertIn("SKIPPED", self.said)
        self.assertIn("BTests.Suite/two(x:): no strace", self.said)
        self.assertIn("1 passed, 0 failed, 1 skipped", self.said)
        self.assertEqual(self.status(processes, self.names, ci="true"), 1)

    def test_the_slowest_come_first(self) -> None:
        slow = self.process_of(function(TWO), event("testStarted", TWO), event("testEnded", TWO, 9))
        self.status([self.ran(ONE), slow], self.names)
        slowest = self.said[self.said.index("slowest tests") :]
        self.assertLess(slowest.index("two(x:)"), slowest.index("one()"))


if __name__ == "__main__":
    unittest.main()
