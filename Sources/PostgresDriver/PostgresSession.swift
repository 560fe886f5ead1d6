import SQL

/// One try of one transaction.
///
/// Commands that answer nothing (BEGIN, SAVEPOINT, RELEASE) are put off and sent together with the
/// next statement, which saves a round trip each.
final class PostgresSession: Session {
    /// The failure because of which nothing of the transaction can be kept, as things stand.
    ///
    /// It is remembered, because `work` may catch it, or make another error out of it.
    private(set) var failure: DatabaseError?

    private let connection: Connection
    private let kind: TransactionKind
    private var putOff: [Statement]
    private var depth = 0
    private var isOver = false

    init(_ connection: Connection, _ kind: TransactionKind) {
        self.connection = connection
        self.kind = kind
        putOff = [kind.begin]
    }

    func run(_ statement: Statement, _ values: [Value]) throws -> Int {
        try execute(statement, values).changed
    }

    func visit(
        _ statement: Statement,
        _ values: [Value],
        _ visit: (any Row) throws -> Bool
    ) throws {
        let answer = try execute(statement, values)
        for row in 0..<answer.rows {
            guard try visit(ResultRow(answer, row)) else { return }
        }
    }

    func script(_ sql: String) throws {
        try ready()
        let before = takePutOff().map { $0.sql + ";\n" }.joined()
        do {
            try connection.simple(before + sql)
        } catch {
            throw noted(error)
        }
    }

    func savepoint<R>(_ work: () throws -> R) throws -> R {
        try ready()
        let names = try Savepoint.at(depth: depth)
        putOff.append(names.save)
        depth += 1
        defer { depth -= 1 }
        do {
            let result = try work()
            if let failure { throw failure }
            if putOff.last == names.save {
                putOff.removeLast()
            } else {
                putOff.append(names.release)
            }
            return result
        } catch {
            try undo(to: names)
            throw error
        }
    }
}

// MARK: - The end

extension PostgresSession {
    /// Commits what was done.
    ///
    /// - Throws: The failure; whether the outcome is known is left to the caller to judge.
    func commit() throws(DatabaseError) {
        isOver = true
        guard !putOff.contains(kind.begin) else { return }
        guard connection.isInTransaction else {
            throw DatabaseError(.statement, "a statement of the transaction has ended it")
        }
        if kind == .read {
            // Nothing of a read depends on it, so its answer is not waited for.
            connection.simpleLater("COMMIT")
        } else if try connection.simple("COMMIT").isRollback {
            throw DatabaseError(.statement, "the server undid the transaction instead of COMMIT")
        }
    }

    /// Undoes what was done, as far as the connection still allows it; the server does the rest.
    func rollback() {
        isOver = true
        guard !putOff.contains(kind.begin), !connection.isBroken else { return }
        do { try connection.simple("ROLLBACK") } catch { connection.abandon() }
    }
}

// MARK: - Running

extension PostgresSession {
    private func ready() throws(DatabaseError) {
        precondition(!isOver, "a session is not used after its transaction")
        // The server would only answer that the transaction is aborted.
        if let failure { throw failure }
    }

    private func execute(_ statement: Statement, _ values: [Value]) throws(DatabaseError) -> Answer
    {
        try ready()
        try connection.take(values)
        do {
            return try connection.execute(statement, after: takePutOff())
        } catch {
            throw noted(error)
        }
    }

    private func takePutOff() -> [Statement] {
        defer { putOff.removeAll(keepingCapacity: true) }
        return putOff
    }

    private func noted(_ error: DatabaseError) -> DatabaseError {
        var error = error
        if error.engineCode == "25006", kind != .read {
            // A write that meets a read-only server: the other one leads now.
            error = DatabaseError(.unavailable, error.reason, engineCode: error.engineCode)
            connection.abandon()
        }
        failure = error
        return error
    }

    /// Undoes what was done since a savepoint, unless the whole transaction is lost anyway.
    ///
    /// After a conflict the server would go on as if nothing were wrong, and refuse the COMMIT.
    private func undo(to names: Savepoint) throws(DatabaseError) {
        if let failure, failure.code == .conflict || connection.isBroken { throw failure }
        if let index = putOff.lastIndex(of: names.save) {
            putOff.removeSubrange(index...)
        } else {
            putOff.removeAll(keepingCapacity: true)
            do { try connection.simple(names.undo) } catch { throw noted(error) }
        }
        failure = nil
    }
}
