public import Metrics
import Synchronization

/// Keeps metrics and writes them in the Prometheus text format (version 0.0.4).
///
/// Source of the format: prometheus.io, "Exposition formats", read 2026-11-20.
public final class PrometheusRegistry: MetricsFactory, ObservedEndpoints {
    private struct Series: Hashable {
        let label: String
        let dimensions: String
    }

    private struct State {
        var counters: [Series: CounterSeries] = [:]
        var histograms: [Series: HistogramSeries] = [:]
        var gauges: [Series: GaugeSeries] = [:]
    }

    private let state = Mutex(State())

    /// What the program counts into: its requests, and by way of swift-metrics what Providers call.
    ///
    /// Set up at its first use, which comes before anything is counted.
    public static let ofProgram: PrometheusRegistry = {
        let registry = PrometheusRegistry()
        MetricsSystem.bootstrap(registry)
        return registry
    }()

    /// Makes an empty registry.
    public init() {}

    func metrics(of operation: String) -> EndpointMetrics {
        EndpointMetrics(operation, factory: self)
    }

    /// Makes or finds a counter.
    public func makeCounter(
        label: String,
        dimensions: [(String, String)]
    ) -> any CounterHandler {
        one(of: \.counters, Self.series(label, dimensions), else: CounterSeries())
    }

    /// Makes or finds a histogram, or a gauge when nothing is to be aggregated.
    public func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler {
        let series = Self.series(label, dimensions)
        return aggregate ? histogram(series) : one(of: \.gauges, series, else: GaugeSeries())
    }

    /// Makes or finds a histogram of seconds.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        histogram(Self.series(label, dimensions))
    }

    /// Forgets nothing: a series that is not used any more keeps its last value.
    public func destroyCounter(_ handler: any CounterHandler) {}
    /// Forgets nothing.
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    /// Forgets nothing.
    public func destroyTimer(_ handler: any TimerHandler) {}

    private func histogram(_ series: Series) -> HistogramSeries {
        one(of: \.histograms, series, else: HistogramSeries())
    }

    /// The one that is there for a series, or else a new one.
    private func one<Kind: Sendable>(
        of kind: WritableKeyPath<State, [Series: Kind]>,
        _ series: Series,
        else new: @autoclosure () -> Kind
    ) -> Kind {
        state.withLock { state in
            if let known = state[keyPath: kind][series] { return known }
            let made = new()
            state[keyPath: kind][series] = made
            return made
        }
    }

    /// Every series as text, sorted, one type line before each name.
    public func text() -> String {
        let state = self.state.withLock { $0 }
        var lines: [String] = []
        for (name, series) in Self.byName(state.counters) {
            lines.append("# TYPE \(name) counter")
            lines += series.map { "\(name)\(Self.braced($0.key)) \($0.value.value)" }
        }
        for (name, series) in Self.byName(state.gauges) {
            lines.append("# TYPE \(name) gauge")
            lines += series.map { "\(name)\(Self.braced($0.key)) \($0.value.value)" }
        }
        for (name, series) in Self.byName(state.histograms) {
            lines.append("# TYPE \(name) histogram")
            lines += series.flatMap { Self.lines(of: $0.value, name, $0.key) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func byName<Value>(
        _ all: [Series: Value]
    ) -> [(name: String, series: [(key: String, value: Value)])] {
        Dictionary(grouping: all, by: \.key.label).sorted { $0.key < $1.key }.map { name, group in
            let sorted = group.sorted { $0.key.dimensions < $1.key.dimensions }
            return (name, sorted.map { ($0.key.dimensions, $0.value) })
        }
    }

    private static func lines(
        of histogram: HistogramSeries,
        _ name: String,
        _ dimensions: String
    ) -> [String] {
        let (counts, sum) = histogram.snapshot()
        let prefix = dimensions.isEmpty ? "" : "\(dimensions),"
        var total: UInt64 = 0
        var lines: [String] = []
        for (bound, count) in zip(HistogramSeries.boundTexts, counts) {
            total += count
            lines.append("\(name)_bucket{\(prefix)le=\"\(bound)\"} \(total)")
        }
        lines.append("\(name)_sum\(braced(dimensions)) \(sum)")
        lines.append("\(name)_count\(braced(dimensions)) \(total)")
        return lines
    }

    private static func braced(_ dimensions: String) -> String {
        dimensions.isEmpty ? "" : "{\(dimensions)}"
    }

    private static func series(_ label: String, _ dimensions: [(String, String)]) -> Series {
        let text = dimensions.map { "\($0.0)=\"\(escaped($0.1))\"" }.joined(separator: ",")
        return Series(label: label, dimensions: text)
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: "\\n")
    }
}
