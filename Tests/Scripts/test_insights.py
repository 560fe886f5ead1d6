"""Tests of what the section `insights` of Benchmarks/harness asks."""

import json
import sys
import tempfile
import unittest
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Benchmarks"))

from harness import insights, load, sections, settings
from harness.targets import Request

TODAY = date(2026, 3, 1)


class BodiesTests(unittest.TestCase):
    """What is asked, and how wrk is told."""

    def test_searches_are_the_same_every_time_and_differ_from_one_another(self) -> None:
        bodies = [json.dumps(body) for body in insights.searches(TODAY)]
        self.assertEqual(bodies, [json.dumps(body) for body in insights.searches(TODAY)])
        self.assertGreater(len(bodies), 200)
        self.assertGreater(len(set(bodies)), len(bodies) * 0.9)

    def test_about_half_of_the_searches_have_filters(self) -> None:
        filtered = sum(set(body) != {"q"} for body in insights.searches(TODAY))
        self.assertAlmostEqual(filtered / len(insights.searches(TODAY)), 0.5, delta=0.1)

    def test_each_kind_of_question_is_asked_with_every_gap_filled(self) -> None:
        messages = [body["message"] for body in insights.questions(TODAY)]
        self.assertFalse([message for message in messages if "{" in message])
        self.assertEqual(messages[8], "Top merchants in 2025-06")
        self.assertGreater(len(set(messages)), 50)

    def test_a_file_of_bodies_goes_to_wrk_by_its_name(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "bodies.jsonl"
            file.write_text('{"q":"a"}\n{"q":"b"}\n')
            request = Request("POST", "/rag/search", bodies=file)
            self.assertEqual(load.sent(request), [f"@{file}"])
            self.assertEqual(request.first_body, '{"q":"a"}')
        self.assertEqual(load.sent(Request("POST", "/x", "{}")), ["{}"])
        self.assertEqual(load.sent(Request("GET", "/x")), [])

    def test_each_section_can_be_asked_for_by_name(self) -> None:
        self.assertEqual(tuple(sections.SECTIONS), settings.SECTIONS)


if __name__ == "__main__":
    unittest.main()
