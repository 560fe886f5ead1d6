import Dispatch
import SQL

/// What a transaction may do.
enum TransactionKind: Sendable {
    case read
    case write
    case exclusive

    var begin: Statement { self == .read ? Self.beginRead : Self.beginWrite }

    private static let beginRead = Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    private static let beginWrite = Statement("BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE")
}

/// One call of the database: a transaction, tried until it is decided.
struct Transaction<R: Sendable>: Job {
    private let kind: TransactionKind
    private let since = DispatchTime.now()
    private let work: @Sendable (any Session) throws -> R
    private let continuation: CheckedContinuation<R, any Error>

    /// How one try ended.
    private enum Outcome {
        case done(Result<R, any Error>)
        /// Another transaction was in the way; nothing remains.
        case conflict(DatabaseError)
        /// The connection was lost before COMMIT; nothing remains.
        case lost(DatabaseError)
    }

    init(
        _ kind: TransactionKind,
        _ work: @escaping @Sendable (any Session) throws -> R,
        _ continuation: CheckedContinuation<R, any Error>
    ) {
        self.kind = kind
        self.work = work
        self.continuation = continuation
    }

    func deadline(afterMilliseconds milliseconds: Int) -> DispatchTime? {
        kind == .exclusive ? nil : since + .milliseconds(milliseconds)
    }

    func refuse(_ error: DatabaseError) { continuation.resume(throwing: error) }

    func run(on line: Line, _ lane: Lane) -> Bool {
        var conflicts = lane.earlierConflicts
        var losses = 0
        while true {
            switch attempt(on: line, alone: conflicts >= Lane.conflictsUntilAlone) {
            case .done(let result):
                continuation.resume(with: result)
                return true
            case .conflict(let error):
                conflicts += 1
                guard conflicts < line.attempts else {
                    refuse(error)
                    return true
                }
                guard conflicts != Lane.conflictsUntilSlow else { return false }
                Backoff.conflict.sleep(after: conflicts - lane.earlierConflicts)
            case .lost(let error):
                // Once is a server that was started anew; twice may be the work's own doing.
                losses += 1
                guard losses < 2 else {
                    refuse(error)
                    return true
                }
            }
        }
    }

    private func attempt(on line: Line, alone: Bool) -> Outcome {
        guard kind == .write else { return attempt(on: line) }
        return line.gate.pass(alone: alone) { attempt(on: line) }
    }

    private func attempt(on line: Line) -> Outcome {
        let connection: Connection
        do { connection = try line.connection() } catch { return .done(.failure(error)) }
        guard kind == .exclusive else { return attempt(on: connection) }
        do {
            try line.server.takeLock(on: connection)
        } catch {
            defer { connection.abandon() }
            return retryable(error, on: connection) ?? .done(.failure(error))
        }
        let outcome = attempt(on: connection)
        // A lock that cannot be given back goes with its connection.
        do { try line.server.releaseLock(on: connection) } catch { connection.abandon() }
        return outcome
    }

    private func attempt(on connection: Connection) -> Outcome {
        let session = PostgresSession(connection, kind)
        let result = Result { try work(session) }
        if let failure = session.failure {
            session.rollback()
            if let outcome = retryable(failure, on: connection) { return outcome }
            // What `work` caught and kept to itself is still why nothing was written.
            if case .failure = result { return .done(result) }
            return .done(.failure(failure))
        }
        guard case .success = result else {
            session.rollback()
            return .done(result)
        }
        do {
            try session.commit()
            return .done(result)
        } catch {
            if error.code == .conflict { return .conflict(error) }
            let isUnknown = connection.isBroken || error.engineCode == "40003"
            return .done(.failure(isUnknown ? .unknownOutcome(error) : error))
        }
    }

    private func retryable(_ failure: DatabaseError, on connection: Connection) -> Outcome? {
        if failure.code == .conflict { return .conflict(failure) }
        // A statement that ran out of time would do so again.
        return connection.isBroken && failure.code != .timeout ? .lost(failure) : nil
    }
}
