import Metrics
import Synchronization

/// What is counted of one endpoint: answers by status, and how long they took.
final class EndpointMetrics: Sendable {
    private let name: String
    private let factory: any MetricsFactory
    private let timer: Metrics.Timer
    private let counters = Mutex<[Int: Counter]>([:])

    init(_ name: String, factory: any MetricsFactory) {
        self.name = name
        self.factory = factory
        timer = Metrics.Timer(
            label: "purser_request_seconds",
            dimensions: [("operation", name)],
            factory: factory
        )
    }

    func record(_ status: Int, since start: ContinuousClock.Instant) {
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        timer.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        counter(for: status).increment()
    }

    private func counter(for status: Int) -> Counter {
        counters.withLock { counters in
            if let counter = counters[status] { return counter }
            let counter = Counter(
                label: "purser_requests_total",
                dimensions: [("operation", name), ("status", String(status))],
                factory: factory
            )
            counters[status] = counter
            return counter
        }
    }
}

/// Gives each endpoint its metrics.
protocol ObservedEndpoints: Sendable {
    func metrics(of operation: String) -> EndpointMetrics
}
