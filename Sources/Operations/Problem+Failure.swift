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
        case let error as DatabaseError where error.isRetryable:
            self.init(.unavailable, retryAfterSeconds: 1)
        case PasswordHasherError.queueFull:
            self.init(.rateLimited, retryAfterSeconds: 1)
        default: self.init(.internal)
        }
    }
}
