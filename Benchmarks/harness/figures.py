"""What was measured, and what it must reach."""

from dataclasses import dataclass, field
from statistics import median


@dataclass(frozen=True)
class Sample:
    """One measurement."""

    per_second: float
    p50_ms: float
    p99_ms: float
    stolen: float
    """The share of the processors' time that a hypervisor gave to others meanwhile."""


@dataclass
class Line:
    """The same measurement, repeated."""

    name: str
    connections: int
    samples: list[Sample] = field(default_factory=list)
    against: "Line | None" = None
    repeats: int = 0
    """Measurements that were made again because a hypervisor took too much meanwhile."""

    @property
    def per_second(self) -> float:
        return median(sample.per_second for sample in self.samples)

    @property
    def p50_ms(self) -> float:
        return median(sample.p50_ms for sample in self.samples)

    @property
    def p99_ms(self) -> float:
        return median(sample.p99_ms for sample in self.samples)

    @property
    def stolen(self) -> float:
        """The most of all rounds: a median would hide what a p99 shows."""
        return max(sample.stolen for sample in self.samples)

    def ratio(self, other: "Line") -> float:
        """The median of the ratios of measurements taken one after the other.

        A busy moment of the machine hits both of a pair, so it moves their ratio less than it moves
        a ratio of medians.
        """
        pairs = zip(self.samples, other.samples, strict=True)
        return median(mine.per_second / its.per_second for mine, its in pairs)


@dataclass(frozen=True)
class Bound:
    """A figure that must be reached, or must not be passed."""

    what: str
    measured: float
    required: float
    is_least: bool
    unit: str = ""
    decimals: int = 2
    is_exact: bool = False
    """Whether it is the same on every host, so that missing it always fails a run."""

    @property
    def holds(self) -> bool:
        if self.is_least:
            return self.measured >= self.required
        return self.measured <= self.required

    @property
    def required_text(self) -> str:
        return f"{'at least' if self.is_least else 'at most'} {self._text(self.required)}"

    @property
    def measured_text(self) -> str:
        return self._text(self.measured)

    def _text(self, value: float) -> str:
        return f"{value:,.{self.decimals}f} {self.unit}".rstrip()


@dataclass(frozen=True)
class Cost:
    """What a server needed besides time."""

    server: str
    what: str
    value: str


@dataclass
class Figures:
    """Everything a run found out."""

    lines: list[Line] = field(default_factory=list)
    bounds: list[Bound] = field(default_factory=list)
    costs: list[Cost] = field(default_factory=list)

    def line(self, name: str, connections: int, against: Line | None = None) -> Line:
        """Makes an empty line of the table."""
        line = Line(name, connections, against=against)
        self.lines.append(line)
        return line

    def at_least(self, what: str, measured: float, required: float, **text) -> None:
        self.bounds.append(Bound(what, measured, required, is_least=True, **text))

    def at_most(self, what: str, measured: float, required: float, **text) -> None:
        self.bounds.append(Bound(what, measured, required, is_least=False, **text))

    def cost(self, server: str, what: str, value: str) -> None:
        self.costs.append(Cost(server, what, value))
