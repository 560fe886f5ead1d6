#if canImport(os)
import os

/// Shows every try of every call as an interval in Instruments.
///
/// An interval has the endpoint, the try and the status, and nothing of what was sent.
public struct SignpostObserver: CallObserver {
    private let signposter: OSSignposter

    /// Makes an observer.
    ///
    /// - Parameter subsystem: The app's own name, such as `com.example.app`.
    public init(subsystem: String) {
        signposter = OSSignposter(subsystem: subsystem, category: "Purser")
    }

    /// Begins an interval.
    public func began(_ attempt: CallAttempt) {
        guard signposter.isEnabled else { return }
        _ = signposter.beginInterval(
            "Call",
            id: id(attempt),
            "\(attempt.endpoint, privacy: .public) \(attempt.number)"
        )
    }

    /// Ends the interval.
    public func ended(_ attempt: CallAttempt, _ outcome: CallOutcome) {
        guard signposter.isEnabled else { return }
        let result = outcome.status.map { "\($0)" } ?? outcome.failure.map { "\($0)" } ?? "-"
        signposter.endInterval(
            "Call",
            .beginState(id: id(attempt)),
            "\(result, privacy: .public)"
        )
    }

    /// The same for both ends of a try; 0 and its complement mean something else.
    private func id(_ attempt: CallAttempt) -> OSSignpostID {
        OSSignpostID(attempt.call << 16 | UInt64(UInt16(truncatingIfNeeded: attempt.number)))
    }
}
#endif
