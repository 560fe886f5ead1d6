"""The program Benchmarks/run."""

import contextlib
import shutil
import subprocess
import tempfile
from os import environ
from pathlib import Path

from . import machine, report
from .bench import Bench
from .figures import Figures
from .pages import PYTHON
from .process import BenchmarkError, run, say, stop_on_signals
from .sections import SECTIONS
from .settings import REPOSITORY, RESULTS, Settings, parse

COUNTING = ("valgrind", "callgrind_control")
MEASURING = ("wrk", "pgbench", "psql", "strace")
BROWSING = ("chromium", "chromedriver")
# Without them the section goes on, and says so.
REPORTING = ("hledger", "ledger")


def main() -> int:
    """Answers 0 when it could measure, and 1 when it could not or a gate was missed."""
    settings = parse()
    stop_on_signals()
    try:
        install_tools(settings)
        figures = measure(settings)
    except KeyboardInterrupt:
        say("benchmarks: interrupted")
        return 130
    except (BenchmarkError, subprocess.TimeoutExpired) as error:
        say(f"benchmarks: {error}")
        return 1
    missed = [bound for bound in figures.bounds if not bound.holds]
    for bound in missed:
        say(f"NOT: {bound.what}: {bound.measured_text}, {bound.required_text}")
    return 1 if any(settings.gate or bound.is_exact for bound in missed) else 0


def measure(settings: Settings) -> Figures:
    """Runs the sections and tells what they found."""
    parent = environ.get("BENCH_DIRECTORY", "/var/tmp")
    with contextlib.ExitStack() as stack:
        directory = Path(tempfile.mkdtemp(prefix="purser-bench-", dir=parent))
        stack.callback(shutil.rmtree, directory, ignore_errors=True)
        # PostgreSQL runs as a user of its own and must get to its part.
        directory.chmod(0o755)
        described = machine.describe(directory)
        bench = Bench(settings, directory, stack)
        for name in settings.sections:
            say(name)
            SECTIONS[name](bench)
        text = report.markdown(bench.figures, described, settings)
    RESULTS.mkdir(exist_ok=True)
    folder = RESULTS / "results"
    folder.mkdir(exist_ok=True)
    (folder / "latest.md").write_text(text)
    print(text, end="", flush=True)
    return bench.figures


def install_tools(settings: Settings) -> None:
    """Installs what is missing of the programs that measure."""
    counts_alone = settings.sections == ("instructions",)
    tools = COUNTING if counts_alone else COUNTING + MEASURING
    browses = "pages" in settings.sections
    tools += BROWSING * browses
    wanted = tools + REPORTING * ("banking" in settings.sections)
    if not missing(wanted) and (PYTHON.exists() or not browses):
        return
    setup = REPOSITORY / "scripts" / "setup"
    say(f"scripts/setup bench, for {', '.join(missing(wanted))}")
    try:
        run([setup, "bench"])
    except BenchmarkError as error:
        if missing(tools):
            raise
        say(f"benchmarks: {error}")
    if absent := missing(tools):
        raise BenchmarkError(f"missing: {', '.join(absent)}; scripts/setup bench installs them")


def missing(tools: tuple[str, ...]) -> list[str]:
    return [tool for tool in tools if shutil.which(tool) is None]
