import Metrics
public import Tracing

/// Counts and times something that others take part in, and puts a span around it.
///
/// Without a tracer there is no span, and without metrics nothing is counted. No label and no
/// attribute has anything of what is sent, other than the contract's trace id.
public struct ObservedCall: Sendable {
    private let span: String
    private let metric: String
    private let dimensions: [(String, String)]
    private let trace: String?
    private let factory: (any MetricsFactory)?
    private let tracer: (any Tracer)?

    /// Names what is observed.
    ///
    /// - Parameters:
    ///   - span: The span's name.
    ///   - metric: What the names of the metrics begin with: `metric` and `_total` count by
    ///     outcome, `metric` and `_seconds` tell how long it took.
    ///   - dimensions: Labels, each with few values.
    ///   - trace: The trace id of the contract, where there is a call of ours; else that of the
    ///     span around it.
    public init(
        _ span: String,
        metric: String,
        dimensions: [(String, String)] = [],
        trace: String? = nil
    ) {
        self.init(span, metric, dimensions, trace, nil, nil)
    }

    /// Observes into a test's metrics and spans.
    init(
        _ span: String,
        _ metric: String,
        _ dimensions: [(String, String)],
        _ trace: String?,
        _ factory: (any MetricsFactory)?,
        _ tracer: (any Tracer)?
    ) {
        self.span = span
        self.metric = metric
        self.dimensions = dimensions
        self.trace = trace
        self.factory = factory
        self.tracer = tracer
    }

    /// Runs `work`, which tells its result and one of few words for its outcome.
    public func run<Value: Sendable>(
        _ work: @Sendable () async -> (value: Value, outcome: String)
    ) async -> Value {
        let start = ContinuousClock.now
        let (value, outcome) = await spanned(work)
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        let factory = factory ?? MetricsSystem.factory
        Counter(
            label: "\(metric)_total",
            dimensions: dimensions + [("outcome", outcome)],
            factory: factory
        ).increment()
        Metrics.Timer(label: "\(metric)_seconds", dimensions: dimensions, factory: factory)
            .recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        return value
    }

    private func spanned<Value: Sendable>(
        _ work: @Sendable () async -> (value: Value, outcome: String)
    ) async -> (value: Value, outcome: String) {
        guard let tracer = tracer ?? Tracers.inUse else { return await work() }
        let trace = trace ?? ServiceContext.current?.purserTrace
        return await tracer.withAnySpan(span, ofKind: .client) { span in
            if let trace { span.attributes["purser.trace"] = trace }
            for (name, value) in dimensions { span.attributes["purser.\(name)"] = value }
            let done = await work()
            span.attributes["purser.outcome"] = done.outcome
            return done
        }
    }
}

/// The tracer of the program.
public enum Tracers {
    /// The one that was set up; `nil` where spans would go nowhere.
    public static var inUse: (any Tracer)? {
        let tracer = InstrumentationSystem.tracer
        return tracer is NoOpTracer ? nil : tracer
    }
}

/// The trace id of the contract, as spans within a request know it.
private enum TraceKey: ServiceContextKey {
    typealias Value = String
}

extension ServiceContext {
    /// The trace id of the contract.
    public var purserTrace: String? {
        get { self[TraceKey.self] }
        set { self[TraceKey.self] = newValue }
    }
}
