import CSQLite
import SQL

/// One connection while it is used: its compiled statements and the state of its transaction.
///
/// Confined to the thread that made it; every call goes straight to SQLite's C interface, because a
/// decision is many small statements and a layer per statement would cost more than the statements.
final class Connection {
    /// What a connection is for.
    enum Role {
        /// Sees one state per transaction and changes nothing.
        case reader
        /// The one that writes.
        case writer
    }

    /// SQLite's connection, open as long as this object is used.
    let handle: OpaquePointer
    /// Stops statements that run too long.
    let clock: StatementClock
    /// Why nothing may run now: no transaction is open, or a statement of it has failed.
    ///
    /// It is remembered, because work may catch it: as on PostgreSQL, what follows a failure runs
    /// only when a savepoint around it was undone.
    private(set) var refusal: DatabaseError? = Connection.noTransaction
    /// Whether SQLite has ended the transaction, or it cannot be trusted to hold what was written.
    private(set) var isLost = false

    private let role: Role
    /// By the numbers of their statements.
    private var compiled: [PreparedStatement?] = []

    /// Takes over a connection that nobody else uses.
    init(_ handle: OpaquePointer, role: Role, bounds: Bounds) {
        self.handle = handle
        self.role = role
        clock = StatementClock(limitMilliseconds: bounds.statementMilliseconds)
        clock.watch(handle)
    }

    /// Closes the connection; nothing may be called after it.
    ///
    /// `isCheckpointing`: Whether the last connection to go writes the log back and removes it.
    func close(isCheckpointing: Bool = false) {
        rollBack()
        compiled.removeAll()
        sqlite3_progress_handler(handle, 0, nil, nil)
        if isCheckpointing { purser_sqlite_checkpoint_on_close(handle, 1) }
        sqlite3_close(handle)
    }

    /// Whether SQLite has a transaction open; it ends one by itself when the disk fails.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Whether a row refers to another that is not there, and nothing may be committed so.
    var hasBrokenReferences: Bool {
        var current: Int32 = 0
        var highest: Int32 = 0
        sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0)
        return current != 0
    }

    /// Sets how long a lock that another connection holds is waited for.
    func waitForLocks(milliseconds: Int) {
        sqlite3_busy_timeout(handle, Int32(milliseconds))
    }

    /// Runs a statement that no session may run: transactions belong to the driver.
    func control(_ statement: Statement) throws(DatabaseError) {
        // A time left over from here would count against a later statement and stop it.
        let outer = clock.start()
        defer { clock.resume(outer) }
        let prepared = try prepared(statement)
        defer { prepared.finish() }
        try prepared.start([])
        while try step(prepared) {}
    }

    /// Opens a transaction.
    func begin(_ statement: Statement) throws(DatabaseError) {
        if isInTransaction { rollBack() }
        try control(statement)
        isLost = false
        refusal = nil
    }

    /// Makes what was written last.
    ///
    /// - Throws: ``DatabaseError``; nothing of the transaction remains then, unless the error says
    ///   that this is undecided.
    func commit() throws(DatabaseError) {
        defer { refusal = Self.noTransaction }
        if let refusal {
            rollBack()
            throw refusal
        }
        do {
            try control(.commit)
        } catch {
            rollBack()
            throw error.code == .io ? Self.undecided(error) : error
        }
    }

    /// Forgets what was written since the last savepoint, and the savepoint; after that the
    /// transaction goes on, unless it is lost.
    func undo() {
        guard !isLost else { return }
        do {
            try control(.undo)
            try control(.release)
            refusal = nil
        } catch {
            isLost = true
            refusal = error
        }
    }

    /// Undoes the whole transaction, if there is still one.
    func rollBack() {
        refusal = Self.noTransaction
        guard isInTransaction else { return }
        try? control(.rollBack)
    }

    /// What a COMMIT came to that the disk refused: the log may hold it whole by then, and a
    /// process that is killed before the next COMMIT writes over it finds it there when it starts
    /// again.
    private static func undecided(_ error: DatabaseError) -> DatabaseError {
        DatabaseError(error.code, error.reason, engineCode: error.engineCode, isUndecided: true)
    }

    private static let noTransaction = DatabaseError(.statement, "the transaction has ended")
}

// MARK: - Statements

extension Connection {
    /// Starts a statement of a session.
    ///
    /// - Returns: The statement; `finish()` is the caller's duty.
    func start(
        _ statement: Statement,
        _ values: [Value]
    ) throws(DatabaseError) -> PreparedStatement {
        if let refusal { throw refusal }
        let prepared: PreparedStatement
        do throws(DatabaseError) {
            prepared = try self.prepared(statement)
            guard !prepared.isControl else {
                throw DatabaseError(.statement, "a session cannot begin or end transactions")
            }
        } catch {
            throw noted(error)
        }
        do {
            try prepared.start(values)
            return prepared
        } catch {
            prepared.finish()
            throw noted(error)
        }
    }

    /// Goes on to the next row; `false` at the end.
    func step(_ prepared: PreparedStatement) throws(DatabaseError) -> Bool {
        switch sqlite3_step(prepared.handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw failure(code, hidesMessage: prepared.takesValues)
        }
    }

    /// Runs a text of several statements.
    func execute(_ sql: String) throws(DatabaseError) {
        if let refusal { throw refusal }
        let outer = clock.start()
        defer { clock.resume(outer) }
        let (code, hasEnded) = watchingTheEnd { sqlite3_exec(handle, sql, nil, nil, nil) }
        guard code == SQLITE_OK else { throw failure(code, hidesMessage: false) }
        guard isInTransaction, !hasEnded else {
            isLost = true
            throw noted(DatabaseError(.statement, "a script cannot begin or end transactions"))
        }
    }

    /// Runs what may end the transaction, and begin another that looks the same.
    private func watchingTheEnd(_ work: () -> Int32) -> (code: Int32, hasEnded: Bool) {
        var hasEnded = false
        let code = withUnsafeMutablePointer(to: &hasEnded) { hasEnded in
            sqlite3_commit_hook(
                handle,
                { hasEnded in
                    hasEnded?.assumingMemoryBound(to: Bool.self).pointee = true
                    return 0
                },
                hasEnded
            )
            sqlite3_rollback_hook(
                handle,
                { hasEnded in hasEnded?.assumingMemoryBound(to: Bool.self).pointee = true },
                hasEnded
            )
            defer {
                sqlite3_commit_hook(handle, nil, nil)
                sqlite3_rollback_hook(handle, nil, nil)
            }
            return work()
        }
        return (code, hasEnded)
    }

    /// The statement as compiled for this connection; one more copy while the first one runs.
    private func prepared(_ statement: Statement) throws(DatabaseError) -> PreparedStatement {
        let number = statement.number
        if number >= compiled.count {
            compiled += repeatElement(nil, count: number + 1 - compiled.count)
        }
        let known = compiled[number]
        if let known, !known.isRunning { return known }
        let prepared = try PreparedStatement(statement, on: handle) { code in
            failure(code, hidesMessage: false)
        }
        if known == nil { compiled[number] = prepared }
        return prepared
    }

    /// Makes the error for a code, and remembers when the transaction did not survive it.
    ///
    /// `hidesMessage`: Whether values are bound; full-text search repeats pieces of a text.
    private func failure(_ code: Int32, hidesMessage: Bool) -> DatabaseError {
        let hides = hidesMessage && code & 0xFF == SQLITE_ERROR
        let message = hides ? sqlite3_errstr(code) : sqlite3_errmsg(handle)
        let error = DatabaseError(
            ResultCode.kind(of: code, isReader: role == .reader),
            message.map { String(cString: $0) } ?? "unknown trouble",
            engineCode: String(code)
        )
        if !isInTransaction || ResultCode.endsTransaction(code) { isLost = true }
        return noted(error)
    }

    private func noted(_ error: DatabaseError) -> DatabaseError {
        refusal = refusal ?? error
        return error
    }
}
