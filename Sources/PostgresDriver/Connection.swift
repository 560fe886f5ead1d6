import CLibPQ
import Foundation
import SQL

/// One connection to the server; it belongs to one thread and holds at most one transaction.
final class Connection {
    /// Whether nothing more can be done with it, so that a new one is needed.
    private(set) var isBroken = false
    /// How long a silent server is waited for; -1 for ever.
    var patienceMilliseconds: Int32

    private let handle: OpaquePointer
    private var names: [Statement: String] = [:]
    private var parameters = Parameters()
    private var owesAnswer = false

    /// Takes over what libpq opened, whether or not it could be reached.
    init(_ handle: OpaquePointer, patienceMilliseconds: Int32) {
        self.handle = handle
        self.patienceMilliseconds = patienceMilliseconds
        PQsetnonblocking(handle, 1)
        // What the server merely remarks would be printed to the error output.
        PQsetNoticeReceiver(handle, { _, _ in }, nil)
    }

    deinit { PQfinish(handle) }

    /// The first line of what libpq says is wrong with the connection.
    var trouble: String {
        let words = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
        return words.split(separator: "\n").first.map(String.init) ?? "the connection was lost"
    }

    /// Whether a transaction is open in which statements may still be run.
    var isInTransaction: Bool { PQtransactionStatus(handle) == PQTRANS_INTRANS }

    /// Gives it up, because it is of no more use.
    func abandon() { isBroken = true }

    /// Takes the values of the next statement.
    ///
    /// - Throws: `statement`, and nothing has happened, when one of them cannot be stored.
    func take(_ values: [Value]) throws(DatabaseError) { try parameters.set(values) }

    /// Runs a statement with the values taken and, before it in the same round trip, commands
    /// without an answer.
    func execute(
        _ statement: Statement,
        after commands: [Statement]
    ) throws(DatabaseError) -> Answer {
        var commands = commands
        if names[statement] == nil {
            // The server may refuse the text, which must then happen inside the savepoint.
            if !commands.isEmpty { try simple(commands.map(\.sql).joined(separator: ";")) }
            commands = []
            try prepare(statement)
        }
        for command in commands where names[command] == nil { try prepare(command) }
        do {
            guard !commands.isEmpty else {
                try send(statement)
                return try collect()
            }
            return try pipeline(statement, after: commands)
        } catch {
            // A change of the schema has made the prepared statement useless, or a proxy lost it.
            if ["0A000", "26000"].contains(error.engineCode) { abandon() }
            throw error
        }
    }

    /// Runs a text of statements without values.
    @discardableResult
    func simple(_ sql: String) throws(DatabaseError) -> Answer {
        try check(PQsendQuery(handle, sql))
        return try collect()
    }

    /// Sends a text and leaves its answer for ``settle()``.
    func simpleLater(_ sql: String) {
        guard PQsendQuery(handle, sql) == 1 else { return abandon() }
        owesAnswer = true
    }

    /// Takes the answer that ``simpleLater(_:)`` left, and gives up where a transaction is open.
    func settle() {
        if owesAnswer {
            owesAnswer = false
            do { _ = try collect() } catch { abandon() }
        }
        if PQtransactionStatus(handle) != PQTRANS_IDLE { abandon() }
    }
}

// MARK: - Prepared statements

extension Connection {
    private func prepare(_ statement: Statement) throws(DatabaseError) {
        let name = "s\(names.count)"
        // No types are named: the server knows them from the place of each value.
        try check(PQsendPrepare(handle, name, statement.sql, 0, nil))
        _ = try collect()
        names[statement] = name
    }

    private func send(_ statement: Statement) throws(DatabaseError) {
        let name = names[statement] ?? ""
        try check(
            parameters.withPointers { pointers, count in
                PQsendQueryPrepared(handle, name, count, pointers, nil, nil, 0)
            }
        )
    }

    private func pipeline(
        _ statement: Statement,
        after commands: [Statement]
    ) throws(DatabaseError) -> Answer {
        try check(PQenterPipelineMode(handle))
        for command in commands {
            try check(PQsendQueryPrepared(handle, names[command] ?? "", 0, nil, nil, nil, 0))
        }
        try send(statement)
        try check(PQpipelineSync(handle))
        var failure: DatabaseError?
        for _ in commands {
            do { _ = try collect() } catch { failure = failure ?? error }
        }
        do {
            let answer = try collect()
            try endPipeline()
            return answer
        } catch {
            // Whatever follows a failure only says that it was skipped.
            let first = failure ?? error
            if !isBroken { try endPipeline() }
            throw first
        }
    }

    private func endPipeline() throws(DatabaseError) {
        _ = try next()
        try check(PQexitPipelineMode(handle))
    }
}

// MARK: - Answers

extension Connection {
    /// Every result of one command; the last is handed out, unless one was a failure.
    private func collect() throws(DatabaseError) -> Answer {
        var failure: DatabaseError?
        var last: Answer?
        while let answer = try next() {
            failure = failure ?? answer.failure
            if answer.isCopy || answer.isFatal { abandon() }
            if isBroken { break }
            last = consume answer
        }
        if let failure { throw failure }
        guard let last, !isBroken else { throw lost() }
        return last
    }

    /// The next result; `nil` at the end of a command's results.
    ///
    /// The waiting is done here and not by libpq, which would wait without end for a server that
    /// was frozen or cut off without a word.
    private func next() throws(DatabaseError) -> Answer? {
        guard !isBroken else { throw lost() }
        while PQisBusy(handle) == 1 { try wait() }
        guard let result = PQgetResult(handle) else { return nil }
        return Answer(result)
    }

    private func wait() throws(DatabaseError) {
        var awaited = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        // A large parameter may still be on its way out.
        if PQflush(handle) != 0 { awaited.events |= Int16(POLLOUT) }
        let ready = poll(&awaited, 1, patienceMilliseconds)
        if ready == 0 {
            abandon()
            throw DatabaseError(.timeout, "the server was silent for too long")
        }
        if ready < 0, errno == EINTR { return }
        let hasInput = awaited.revents & ~Int16(POLLOUT) != 0
        guard ready > 0, !hasInput || PQconsumeInput(handle) == 1 else { throw lost() }
    }

    private func check(_ accepted: Int32) throws(DatabaseError) {
        guard accepted == 1 else { throw lost() }
    }

    private func lost() -> DatabaseError {
        abandon()
        return DatabaseError(.unavailable, trouble)
    }
}
