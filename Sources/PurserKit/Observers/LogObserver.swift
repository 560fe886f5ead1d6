public import Logging

/// Writes every try of every call to a log.
///
/// ```swift
/// configuration.observers = [LogObserver(Logger(label: "purser"))]
/// ```
///
/// A line has the endpoint, the method, the path with its places unfilled, the try, the status and
/// the time it took, and the trace by which the server's own log is found. No line has a body, a
/// token, an address or an amount, so that it may be written in production as well.
public struct LogObserver: CallObserver {
    private let logger: Logger
    private let level: Logger.Level

    /// Makes an observer.
    ///
    /// - Parameters:
    ///   - logger: Where to write.
    ///   - level: The level of tries that went well; refusals are `notice`, failures `warning`.
    public init(_ logger: Logger, level: Logger.Level = .debug) {
        self.logger = logger
        self.level = level
    }

    /// Writes nothing; a try that never ends shows in the server's log.
    public func began(_ attempt: CallAttempt) {}

    /// Writes a line.
    public func ended(_ attempt: CallAttempt, _ outcome: CallOutcome) {
        let level = level(of: outcome)
        guard level >= logger.logLevel else { return }
        var fields: Logger.Metadata = [
            "method": "\(attempt.method)",
            "path": "\(attempt.path)",
            "call": "\(attempt.call)",
            "try": "\(attempt.number)",
            "milliseconds": "\(Int64((outcome.duration / .milliseconds(1)).rounded()))",
        ]
        if let status = outcome.status { fields["status"] = "\(status)" }
        if let failure = outcome.failure { fields["failure"] = "\(failure)" }
        if let trace = outcome.trace, TraceName.isGood(trace) { fields["trace"] = "\(trace)" }
        logger.log(level: level, "\(attempt.endpoint)", metadata: fields)
    }

    private func level(of outcome: CallOutcome) -> Logger.Level {
        if outcome.failure != nil { return .warning }
        switch outcome.status {
        case nil: return level
        case let status? where status >= 500: return .warning
        case let status? where status >= 400: return max(.notice, level)
        default: return level
        }
    }
}
