import Metrics
import Synchronization

/// A number that only goes up.
final class CounterSeries: CounterHandler {
    private let count = Atomic<Int64>(0)

    var value: Int64 { count.load(ordering: .relaxed) }

    func increment(by amount: Int64) { count.add(amount, ordering: .relaxed) }

    func reset() { count.store(0, ordering: .relaxed) }
}

/// A number that goes up and down.
final class GaugeSeries: RecorderHandler {
    private let last = Mutex<Double>(0)

    var value: Double { last.withLock { $0 } }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) { last.withLock { $0 = value } }
}

/// How often a value fell below each of a row of bounds, in seconds.
final class HistogramSeries: TimerHandler, RecorderHandler {
    private static let bounds: [Double] = [
        0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]
    static let boundTexts = bounds.map { "\($0)" } + ["+Inf"]

    private struct State {
        var counts = [UInt64](repeating: 0, count: HistogramSeries.bounds.count + 1)
        var sum = 0.0
    }

    private let state = Mutex(State())

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1_000_000_000) }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        state.withLock { state in
            let index = Self.bounds.firstIndex { value <= $0 } ?? Self.bounds.count
            state.counts[index] += 1
            state.sum += value
        }
    }

    /// The counts of each bucket alone, and the sum of all values.
    func snapshot() -> (counts: [UInt64], sum: Double) {
        state.withLock { ($0.counts, $0.sum) }
    }
}
