public import Contract
import Providers
import SQL

extension Problem {
    /// The problem that a caller is told of when an operation threw something else.
    ///
    /// Nothing of the failure itself is told: that is for the log.
    public init(failure: any Error) {
        switch failure {
        case let problem as Problem: self = problem
        case let error as DatabaseError where error.isUndecided:
            let message =
                "This may have been done or not; a repeat with its Idempotency-Key is safe"
            self.init(.unavailable, message, retryAfterSeconds: 1)
        // Another schema is the other half of an upgrade: it passes too, once all are started anew.
        case let error as DatabaseError where error.isRetryable || error.code == .schema:
            self.init(.unavailable, retryAfterSeconds: 1)
        case PasswordHasherError.queueFull:
            self.init(.rateLimited, retryAfterSeconds: 1)
        case PasswordHasherError.outOfMemory, PasswordHasherError.shutDown, is CancellationError:
            self.init(.unavailable, retryAfterSeconds: 1)
        default: self.init(.internal)
        }
    }
}
