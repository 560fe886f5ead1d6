import Contract
import Kernel

/// What is particular about some calls; see ``Purser/with(_:)``.
public struct CallOptions: Sendable, Equatable {
    /// Whether a kept answer will do.
    public enum Freshness: Sendable, Equatable {
        /// A kept answer, as long as the configuration calls it good.
        case kept
        /// The server's answer.
        case reload
        /// The server's answer; when none arrives, a kept one however old.
        case reloadElseKept
    }

    /// Whether a kept answer will do.
    public var freshness = Freshness.kept
    /// How long a call may take; the configuration's deadline when `nil`.
    public var deadline: Duration?
    /// The name of the intent, when the app keeps it itself; the client makes one when `nil`.
    ///
    /// Good for one call: two different calls under one name are a conflict.
    public var idempotencyKey: String?
    /// Whether what a service writes may wait for the network (``Written``); where not, it fails.
    public var mayWait = true
    /// The trace that calls name; the server makes one for each call when `nil`.
    public var trace: String?

    /// Makes options that change nothing.
    public init() {}

    /// - Throws: ``PurserError`` `invalid` when a name is none that the server takes.
    func check() throws(PurserError) {
        var faults: [Fault] = []
        if let trace, !TraceName.isGood(trace) {
            let rule = "must have 1 to 128 letters, digits, '-', '_', '.' or ':'"
            faults.append(Fault(field: "trace", rule: rule))
        }
        if let idempotencyKey, !Self.isGood(key: idempotencyKey) {
            let rule = "must have 1 to \(Limits.idempotencyKeyCharacters) printable characters"
            faults.append(Fault(field: "idempotencyKey", rule: rule))
        }
        if !faults.isEmpty { throw PurserError(invalid: Problem.invalid(faults)) }
    }

    private static func isGood(key: String) -> Bool {
        (1...Limits.idempotencyKeyCharacters).contains(key.count)
            && key.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}
