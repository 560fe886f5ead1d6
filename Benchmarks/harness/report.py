"""The figures as Markdown."""

from collections.abc import Sequence
from datetime import UTC, datetime

from .figures import Figures, Line
from .settings import Settings


def markdown(figures: Figures, machine: list[tuple[str, str]], settings: Settings) -> str:
    """The machine, the bounds, every line and what it cost."""
    parts = [heading(figures, settings), table(("Machine", ""), machine)]
    if figures.bounds:
        rows = [
            (b.what, b.required_text, b.measured_text, "OK" if b.holds else "NOT")
            for b in figures.bounds
        ]
        parts.append(table(("Must hold", "Required", "Measured", ""), rows))
    if figures.lines:
        measured = ("Per second", "p50 ms", "p99 ms", "Stolen")
        columns = ("Line", "Connections", *measured, "Against", "Ratio")
        parts.append(table(columns, [row(line) for line in figures.lines]))
    if figures.costs:
        spent = [(c.server, c.what, c.value) for c in figures.costs]
        parts.append(table(("Server", "What", "Measured"), spent))
    return "\n\n".join(parts) + "\n"


def heading(figures: Figures, settings: Settings) -> str:
    day = datetime.now(UTC).date().isoformat()
    note = " A quick run: the figures show that it works, not how fast it is." * settings.quick
    repeats = sum(line.repeats for line in figures.lines)
    again = (
        f" {repeats} measurements were made again, because a hypervisor took more than 2 % of the "
        "processors meanwhile."
    ) * (repeats > 0)
    return (
        f"Measured on {day}: medians of {settings.rounds} rounds of {settings.seconds} s; "
        f"wrk and the servers share the machine.{again}{note}"
    )


def row(line: Line) -> tuple[str, ...]:
    against, ratio = "", ""
    if line.against:
        against, ratio = line.against.name, f"{line.ratio(line.against):.2f}"
    return (
        line.name,
        str(line.connections),
        f"{line.per_second:,.0f}",
        f"{line.p50_ms:.2f}",
        f"{line.p99_ms:.2f}",
        f"{line.stolen:.1%}",
        against,
        ratio,
    )


def table(header: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A Markdown table whose columns also line up as plain text."""
    widths = [max(len(cell) for cell in column) for column in zip(header, *rows, strict=True)]
    widths = [max(width, 3) for width in widths]

    def line(cells: tuple[str, ...]) -> str:
        padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        return f"| {' | '.join(padded)} |"

    rule = f"| {' | '.join('-' * width for width in widths)} |"
    return "\n".join([line(header), rule, *(line(cells) for cells in rows)])
