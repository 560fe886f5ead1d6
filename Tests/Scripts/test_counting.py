"""Tests of the counting of instructions in Benchmarks/harness."""

import io
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Benchmarks"))

from harness import counting, main, sections, settings
from harness.figures import Figures
from harness.process import BenchmarkError

RECORDED = {
    "start until /health": 1_000, "decision": 100, "score": 80, "summary": 60, "echo": 40,
    "decision, 5 cards": 102, "recommendation": 50, "decision, 200 policies": 250,
}


class GateTests(unittest.TestCase):
    """A run whose counts are given."""

    def run_with(self, counts: dict[str, int], *arguments: str) -> tuple[int, list[str]]:
        said: list[str] = []
        given = settings.parse(["--only", "instructions", *arguments])
        figures = Figures()
        bench = mock.Mock(figures=figures, settings=given)
        server = mock.MagicMock()
        server.__enter__.return_value = server
        server.count.return_value = counts["start until /health"]
        cards = {name: counts[name] for name in ("decision, 5 cards", "recommendation")}
        policies = {"decision, 200 policies": counts["decision, 200 policies"]}
        names = {sections.AUTHORIZE: "decision", sections.SCORE: "score"}
        names |= {sections.SUMMARY: "summary", sections.ECHO: "echo"}
        server.per_request.side_effect = lambda request, _: counts[names[request]]
        with (
            mock.patch.object(counting, "program", return_value=server),
            mock.patch.object(counting, "echo", return_value=server),
            mock.patch.object(counting, "recorded", return_value=RECORDED),
            mock.patch.object(counting, "record") as self.record,
            mock.patch.object(sections, "with_cards", return_value=cards),
            mock.patch.object(sections, "with_policies", return_value=policies),
            mock.patch.object(sections, "released"),
            mock.patch.object(sections, "say"),
            mock.patch.object(main, "say", said.append),
            mock.patch.object(main, "parse", return_value=given),
            mock.patch.object(main, "install_tools"),
            mock.patch.object(main, "measure", side_effect=lambda _: figures),
        ):
            sections.instructions(bench)
            return main.main(), said

    def test_the_recorded_counts_pass(self) -> None:
        self.assertEqual(self.run_with(RECORDED), (0, []))
        self.record.assert_not_called()

    def test_five_in_a_hundred_more_pass_and_the_next_fails_by_name(self) -> None:
        self.assertEqual(self.run_with(RECORDED | {"decision": 105}), (0, []))
        status, said = self.run_with(RECORDED | {"decision": 106})
        self.assertEqual(status, 1)
        self.assertEqual(said, ["NOT: instructions: decision: 106, at most 105"])

    def test_a_decision_above_its_bound_is_counted_by_another_process(self) -> None:
        most = counting.MOST["decision"]
        for second, least in ((most, most), (most + 2, most + 1)):
            told = iter([{"decision": most + 1, "score": 5}, {"decision": second, "score": 6}])
            with (
                mock.patch.object(sections, "plain_counts", side_effect=lambda *_: next(told)),
                mock.patch.object(sections, "say"),
            ):
                counts = sections.plain(mock.Mock(), mock.Mock())
            self.assertEqual(counts, {"decision": least, "score": 5})
        with mock.patch.object(sections, "plain_counts", return_value={"decision": most}) as once:
            sections.plain(mock.Mock(), mock.Mock())
        once.assert_called_once()

    def test_a_server_is_not_taken_to_listen_because_a_former_one_did(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            directory = Path(folder)
            log = directory / "purser.log"
            log.write_text("listening")
            counting.CountedServer("purser", ["false"], 1, directory)
            self.assertFalse(log.exists())

    def test_each_is_held_against_its_own(self) -> None:
        for name, count in RECORDED.items():
            status, said = self.run_with(RECORDED | {name: count * 2})
            self.assertEqual(status, 1)
            self.assertIn(f"instructions: {name}:", said[0])
            # What is held against another count is named after both.
            for line in said[1:]:
                self.assertIn(f"instructions: {name} ÷ ", line)

    def test_counts_are_kept_when_that_is_asked(self) -> None:
        self.run_with(RECORDED, "--record")
        self.record.assert_called_once_with(RECORDED)

    def test_every_count_has_a_recorded_figure(self) -> None:
        self.assertEqual(set(counting.recorded()), set(RECORDED))


class DumpTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.server = counting.CountedServer("purser", ["purser"], 1, self.folder)
        self.server.check = mock.Mock()
        self.server._process = mock.Mock(pid=7)
        self.texts: list[str] = []

    def count(self) -> int:
        def dump(command: list[str], **_: object) -> None:
            self.assertEqual(command, ["callgrind_control", "--dump", "7"])
            path = self.folder / f"purser.callgrind.{len(self.texts) + 1}"
            self.texts.append(path.name)
            path.write_text(f"events: Ir\nsummary: {len(self.texts) * 10}\n\ntotals: 3\n")

        with (
            mock.patch.object(counting, "run", dump),
            mock.patch.object(counting, "SETTLING_SECONDS", 0),
        ):
            return self.server.count()

    def test_each_count_is_that_of_its_own_dump(self) -> None:
        self.assertEqual([self.count(), self.count()], [10, 20])
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_dump_without_a_count_is_an_error(self) -> None:
        (self.folder / "purser.callgrind.1").write_text("events: Ir\n")
        with (
            mock.patch.object(counting, "run"),
            mock.patch.object(counting, "SETTLING_SECONDS", 0),
            self.assertRaises(BenchmarkError),
        ):
            self.server.count()


    def test_a_request_is_a_thousandth_of_what_comes_after_the_first_200(self) -> None:
        data = mock.Mock()
        data.tokens.read_text.return_value = "a\nb\n"
        told: list[object] = []
        counts = iter([7_000_000, 2_000_900])
        self.server.count = lambda: told.append("count") or next(counts)
        with (
            mock.patch.object(counting.socket, "create_connection"),
            mock.patch.object(counting, "send", lambda _, __, tokens, n: told.append((tokens, n))),
        ):
            self.assertEqual(self.server.per_request(sections.AUTHORIZE, data), 2_000)
        tokens = ["a", "b"]
        self.assertEqual(told, [(tokens, 200), "count", (tokens, 1_000), "count"])


class SendTests(unittest.TestCase):
    def answers(self, status: int, body: bytes) -> mock.Mock:
        """A connection on which each request is answered so."""
        head = f"HTTP/1.1 {status} Said\r\nContent-Length: {len(body)}\r\n\r\n"
        connection = mock.Mock()
        connection.makefile.side_effect = lambda _: io.BytesIO(head.encode() + body)
        return connection

    def test_each_request_is_one_piece_by_the_next_member(self) -> None:
        connection = self.answers(200, b'{"geofence_warn"}')
        counting.send(connection, sections.AUTHORIZE, ["a", "b"], 3)
        sent = [call.args[0].decode() for call in connection.sendall.mock_calls]
        self.assertEqual(len(sent), 3)
        for request, token in zip(sent, ("a", "b", "a"), strict=True):
            head, body = request.split("\r\n\r\n")
            self.assertTrue(head.startswith("POST /guardian/authorize HTTP/1.1\r\nHost: "))
            self.assertIn(f"\r\nAuthorization: Bearer {token}", head)
            self.assertIn(f"\r\nContent-Length: {len(body)}\r\n", head)
            self.assertEqual(body, sections.AUTHORIZE.body)

    def test_nobody_signs_in_where_nobody_has_to(self) -> None:
        self.assertNotIn(b"Authorization", counting.written(sections.SCORE_ANONYMOUSLY, None))

    def test_an_answer_that_is_not_the_right_one_ends_the_run(self) -> None:
        for status, body in ((200, b"{}"), (503, b'"geofence_warn"')):
            with self.assertRaises(BenchmarkError):
                counting.send(self.answers(status, body), sections.AUTHORIZE, ["a"], 1)


if __name__ == "__main__":
    unittest.main()
