import Kernel
import SQL
import Synchronization

/// A failure of the engine in the middle of paying one household.
struct PayoutFault: Sendable {
    let household: ID<Entity.Household>
    /// Which statement of its transaction fails, counted from the one that names it; `nil` when
    /// the transaction is committed and its caller is told that it failed.
    let statement: Int?
    let code: String
}

/// The database as a run of payments meets it, in which several transactions are made at once.
final class PayoutDatabase: Database {
    private let base: any Database
    private let fault: PayoutFault?
    private let failures = Mutex(0)

    init(_ base: any Database, _ fault: PayoutFault?) {
        self.base = base
        self.fault = fault
    }

    /// Whether the failure happened.
    var hasFailed: Bool { failures.withLock { $0 > 0 } }

    var dialect: Dialect { base.dialect }

    func read<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await base.read(work)
    }

    func write<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        guard let fault else { return try await base.write(work) }
        let call = PayoutCall()
        let (result, isAboutIt) = try await base.write { session in
            let watched = PayoutSession(session, fault) { self.fail(fault, in: call) }
            return (try work(watched), watched.isAboutIt)
        }
        if fault.statement == nil, isAboutIt, let error = fail(fault, in: call) { throw error }
        return result
    }

    func exclusively<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await base.exclusively(work)
    }

    func close() async {}

    /// The failure of the call that first comes to it.
    ///
    /// It comes each time the work runs, for a group runs again when one of it fails; but a
    /// conflict is lost once, because the engine tries that again.
    private func fail(_ fault: PayoutFault, in call: PayoutCall) -> DatabaseError? {
        let code = DatabaseError.Code(rawValue: fault.code)
        let isFirst = failures.withLock { failures in
            failures += 1
            return failures == 1
        }
        let fails = call.fails.withLock { fails in
            fails = fails || isFirst
            return fails
        }
        guard isFirst || fails && code != .conflict else { return nil }
        return DatabaseError(code, "put in by the simulation")
    }
}

/// One call of the database, however often its work runs.
private final class PayoutCall: Sendable {
    /// Whether it is the one that fails.
    let fails = Mutex(false)
}

/// A transaction that finds out whether it is about a household, and fails then.
private final class PayoutSession: Session {
    private let base: any Session
    private let fault: PayoutFault
    private let failure: () -> DatabaseError?
    private var left: Int?
    private(set) var isAboutIt = false

    init(_ base: any Session, _ fault: PayoutFault, _ failure: @escaping () -> DatabaseError?) {
        self.base = base
        self.fault = fault
        self.failure = failure
        left = fault.statement
    }

    func run(_ statement: Statement, _ values: [Value]) throws -> Int {
        try count(values)
        return try base.run(statement, values)
    }

    func visit(
        _ statement: Statement,
        _ values: [Value],
        _ visit: (any Row) throws -> Bool
    ) throws {
        try count(values)
        try base.visit(statement, values, visit)
    }

    func savepoint<R>(_ work: () throws -> R) throws -> R { try base.savepoint(work) }

    func script(_ sql: String) throws { try base.script(sql) }

    private func count(_ values: [Value]) throws {
        isAboutIt = isAboutIt || values.contains(.id(fault.household))
        guard isAboutIt, let left else { return }
        self.left = left - 1
        if left == 1, let error = failure() { throw error }
    }
}
