import SQL
import Synchronization

/// How an engine or a program may fail without saying so.
enum Lie: String, CaseIterable, Sendable {
    case forgetsKeys
    case keepsOverrides
    case losesBalances
    case losesDaySums
    case losesMonthSums
    case losesMerchantSums
    case losesWrites
    case keepsRefused
    case doesTwice
    case mixesHouseholds
    case endsNoSessions
    case decidesNoApprovals
    case keepsCharges
    case keepsChores
    case keepsMoneyRequests
    case rotatesNoTokens
    case losesPositions
    case keepsFences
    case opensNoJars
    case losesBankRecords
    case losesMovedEdits
    case losesEdits

    /// The kinds of steps that show it, where few of all kinds do; all when there is none.
    var kinds: Set<String> {
        switch self {
        // One has to be rotated once more.
        case .rotatesNoTokens: ["renew"]
        case .losesBankRecords, .losesMovedEdits, .losesEdits: ["bank"]
        default: []
        }
    }

    /// The beginning of the statement that is not run, though its caller is told that it was.
    var swallowed: String? {
        switch self {
        case .forgetsKeys: "INSERT INTO idempotency_keys"
        case .keepsOverrides: "UPDATE overrides SET used_by"
        case .losesBalances: "UPDATE accounts"
        case .losesDaySums: "INSERT INTO spend_by_day"
        case .losesMonthSums: "INSERT INTO spend_by_month"
        case .losesMerchantSums: "INSERT INTO spend_by_merchant"
        case .endsNoSessions: "UPDATE sessions SET ended_at_ms"
        case .decidesNoApprovals: "UPDATE approvals SET state"
        case .keepsCharges: "UPDATE charges SET state"
        case .keepsChores: "UPDATE chores SET state"
        case .keepsMoneyRequests: "UPDATE money_requests SET state"
        case .rotatesNoTokens: "UPDATE refresh_tokens SET rotated_at_ms"
        case .losesPositions: "INSERT INTO pings"
        case .keepsFences: "DELETE FROM geofences"
        case .opensNoJars: "INSERT INTO jars"
        case .losesBankRecords: "INSERT INTO bank_records"
        case .losesMovedEdits: "UPDATE annotations SET transfer_id"
        case .losesEdits: "INSERT INTO annotations"
        case .losesWrites, .keepsRefused, .doesTwice, .mixesHouseholds: nil
        }
    }
}

/// An engine that lies, once it is told to.
final class LyingDatabase: Database {
    private let base: any Database
    private let lie: Lie
    private let writes = Mutex(0)
    private let starts: Int

    init(_ base: any Database, _ lie: Lie, after writes: Int) {
        self.base = base
        self.lie = lie
        starts = writes
    }

    var dialect: Dialect { base.dialect }

    func read<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await base.read(work)
    }

    func write<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        let count = writes.withLock { count in
            count += 1
            return count
        }
        guard count > starts else { return try await base.write(work) }
        let lie = lie
        switch lie {
        case .losesWrites where count.isMultiple(of: 10): return try await undone(work)
        case .keepsRefused:
            return try await base.write { session in Result { try work(session) } }.get()
        case .doesTwice where count.isMultiple(of: 10):
            _ = try await base.write(work)
            return try await base.write(work)
        default: return try await base.write { try work(LyingSession($0, lie)) }
        }
    }

    func exclusively<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        try await base.exclusively(work)
    }

    func close() async { await base.close() }

    /// Does the work, undoes it, and answers as if it had stayed.
    private func undone<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        do {
            return try await base.write { throw Undone(result: try work($0)) }
        } catch let undone as Undone<R> {
            return undone.result
        }
    }

    private struct Undone<R: Sendable>: Error {
        let result: R
    }
}

/// A transaction that lies about some statements.
private final class LyingSession: Session {
    private let base: any Session
    private let lie: Lie

    init(_ base: any Session, _ lie: Lie) {
        self.base = base
        self.lie = lie
    }

    func run(_ statement: Statement, _ values: [Value]) throws -> Int {
        if let swallowed = lie.swallowed, statement.sql.hasPrefix(swallowed) {
            // Balances are stored for several accounts at once, each with five values.
            return lie == .losesBalances ? values.count / 5 : 1
        }
        return try base.run(statement, values)
    }

    func visit(
        _ statement: Statement,
        _ values: [Value],
        _ visit: (any Row) throws -> Bool
    ) throws {
        guard lie == .mixesHouseholds, statement.sql.contains("household_id = $1") else {
            return try base.visit(statement, values, visit)
        }
        let mixed = statement.sql.replacing("household_id = $1", with: "$1 IS NOT NULL")
        try base.visit(Statement(mixed), values, visit)
    }

    func savepoint<R>(_ work: () throws -> R) throws -> R { try base.savepoint(work) }

    func script(_ sql: String) throws { try base.script(sql) }
}
