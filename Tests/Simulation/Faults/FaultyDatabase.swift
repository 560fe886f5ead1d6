import SQL
import Synchronization

/// The database as one attempt of a call meets it: with at most one failure, and ids of its own.
final class FaultyDatabase: Database {
    private let base: any Database
    private let ids: SeededIDs
    private let fault: Mutex<Fault?>
    private let trace = Mutex(Trace())

    private struct Trace {
        var hasFailed = false
        var wasDone = false
    }

    init(_ base: any Database, _ fault: Fault?, _ ids: SeededIDs) {
        self.base = base
        self.ids = ids
        self.fault = Mutex(fault)
    }

    /// Whether the failure happened.
    var hasFailed: Bool { trace.withLock { $0.hasFailed } }

    /// Whether what failed was done all the same.
    var wasDone: Bool { trace.withLock { $0.wasDone } }

    var dialect: Dialect { base.dialect }

    func read<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await transaction(work, isWrite: false) { try await self.base.read($0) }
    }

    func write<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await transaction(work, isWrite: true) { try await self.base.write($0) }
    }

    func exclusively<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await base.exclusively(work)
    }

    func close() async {}

    private func transaction<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R,
        isWrite: Bool,
        _ run: (@escaping @Sendable (any Session) throws -> R) async throws -> R
    ) async throws -> R {
        let fault = next()
        let ids = ids
        let mark = ids.mark
        switch fault {
        case .beforeWork(let code), .dead(let code): throw failure(code)
        default: break
        }
        let result = try await run { session in
            // The engine may run the work again, which then makes the same ids.
            ids.rewind(to: mark)
            guard case .atStatement(let number, let code) = fault else { return try work(session) }
            let failing = FaultySession(session, failsAt: number) { self.failure(code) }
            return try work(failing)
        }
        if case .answerLost(let code) = fault {
            trace.withLock { $0.wasDone = isWrite }
            throw failure(code)
        }
        return result
    }

    /// The failure that this transaction meets.
    private func next() -> Fault? {
        fault.withLock { fault in
            if case .dead? = fault { return fault }
            guard case .later(let count, let inner)? = fault else { return fault.take() }
            fault = count > 1 ? .later(count - 1, inner) : inner
            return nil
        }
    }

    private func failure(_ code: String) -> DatabaseError {
        trace.withLock { $0.hasFailed = true }
        return DatabaseError(DatabaseError.Code(rawValue: code), "put in by the simulation")
    }
}
