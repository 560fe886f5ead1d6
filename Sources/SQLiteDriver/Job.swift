import Dispatch
import SQL

/// Work that waits for a connection, and the caller that waits for the work.
struct Job: Sendable {
    /// Whether no other work may share its transaction.
    let isAlone: Bool
    private let since = DispatchTime.now()
    /// Runs the work; the outcome answers the caller, when it is time.
    let run: @Sendable (any Session) -> Outcome
    /// Answers the caller without having run.
    let refuse: @Sendable (DatabaseError) -> Void

    /// How long it has waited, in nanoseconds.
    var age: UInt64 { DispatchTime.now().uptimeNanoseconds - since.uptimeNanoseconds }

    /// What the work came to, before the caller knows.
    struct Outcome {
        /// What the work threw.
        let error: (any Error)?
        /// Answers the caller: with what the work came to, or with what went wrong after it.
        let answer: (DatabaseError?) -> Void
    }

    /// Makes a job of work and of what resumes its caller.
    init<R: Sendable>(
        isAlone: Bool,
        _ work: @escaping @Sendable (any Session) throws -> R,
        _ caller: UnsafeContinuation<R, any Error>
    ) {
        self.isAlone = isAlone
        run = { session in
            do {
                let value = try work(session)
                return Outcome(error: nil) { trouble in
                    if let trouble {
                        caller.resume(throwing: trouble)
                    } else {
                        caller.resume(returning: value)
                    }
                }
            } catch {
                return Outcome(error: error) { caller.resume(throwing: $0 ?? error) }
            }
        }
        refuse = { caller.resume(throwing: $0) }
    }
}
