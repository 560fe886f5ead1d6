import Foundation
import GRDBSQLite
import SQL

/// A statement as one connection has compiled it.
final class PreparedStatement {
    /// The declaration; held because the cache knows it by its identity.
    let statement: Statement
    /// SQLite's statement.
    let handle: OpaquePointer
    /// Whether it changes nothing.
    let isReadOnly: Bool
    /// Whether it begins or ends a transaction or a part of one.
    let isControl: Bool
    /// Whether it runs now, so that it cannot be started once more.
    private(set) var isRunning = false
    /// Whether a text is bound, which SQLite's message could then repeat.
    private(set) var holdsText = false

    /// For each of SQLite's parameters in turn, which value it takes.
    private let places: [Int]
    private let valueCount: Int

    /// Compiles a statement.
    ///
    /// `failure`: Makes the error from SQLite's code.
    init(
        _ statement: Statement,
        on connection: OpaquePointer,
        failure: (Int32) -> DatabaseError
    ) throws(DatabaseError) {
        let (handle, code, hasMore) = Self.compile(statement.sql, on: connection)
        guard code == SQLITE_OK else { throw failure(code) }
        guard let handle else { throw DatabaseError(.statement, "the statement is empty") }
        guard !hasMore, let places = Self.places(of: handle) else {
            sqlite3_finalize(handle)
            let reason = hasMore ? "one statement at a time" : "parameters are $1, $2 and so on"
            throw DatabaseError(.statement, reason)
        }
        self.statement = statement
        self.handle = handle
        self.places = places
        valueCount = (places.max() ?? -1) + 1
        isControl = Self.isControl(statement.sql)
        isReadOnly = sqlite3_stmt_readonly(handle) != 0
    }

    deinit { sqlite3_finalize(handle) }

    /// Gives the parameters their values and marks the statement as running.
    func start(_ values: [Value]) throws(DatabaseError) {
        guard values.count == valueCount else {
            let reason = "the statement takes \(valueCount) values and was given \(values.count)"
            throw DatabaseError(.statement, reason)
        }
        isRunning = true
        for (index, place) in places.enumerated() {
            try bind(values[place], to: Int32(index + 1))
        }
    }

    /// Ends a run, however far it came, and forgets the values.
    func finish() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        holdsText = false
        isRunning = false
    }

    private func bind(_ value: Value, to parameter: Int32) throws(DatabaseError) {
        let code =
            switch value {
            case .null: sqlite3_bind_null(handle, parameter)
            case .integer(let integer): sqlite3_bind_int64(handle, parameter, integer)
            case .real(let real): sqlite3_bind_double(handle, parameter, real)
            case .text(let text): try bind(text, to: parameter)
            }
        guard code == SQLITE_OK else {
            throw DatabaseError(.statement, "a value is too large", engineCode: String(code))
        }
    }

    private func bind(_ text: String, to parameter: Int32) throws(DatabaseError) -> Int32 {
        holdsText = true
        var text = text
        let code = text.withUTF8 { bytes -> Int32? in
            let count = bytes.count
            // A null pointer would bind NULL, and an empty buffer may have one.
            guard count > 0, let start = bytes.baseAddress else {
                return sqlite3_bind_text(handle, parameter, "", 0, Self.copied)
            }
            guard memchr(start, 0, count) == nil else { return nil }
            let encoding = UInt8(SQLITE_UTF8)
            return start.withMemoryRebound(to: CChar.self, capacity: count) { start in
                sqlite3_bind_text64(
                    handle,
                    parameter,
                    start,
                    UInt64(count),
                    Self.copied,
                    encoding
                )
            }
        }
        guard let code else { throw DatabaseError(.statement, "a text holds a NUL character") }
        return code
    }

    /// `SQLITE_TRANSIENT`, which C spells as -1: SQLite copies the text before the call returns, as
    /// Swift promises the bytes for no longer.
    private static let copied = unsafeBitCast(  // SAFETY: SQLite compares it and never calls it.
        -1,
        to: sqlite3_destructor_type.self
    )

    private static func compile(
        _ sql: String,
        on connection: OpaquePointer
    ) -> (handle: OpaquePointer?, code: Int32, hasMore: Bool) {
        sql.withCString { start in
            var handle: OpaquePointer?
            var tail: UnsafePointer<CChar>?
            let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
            let code = sqlite3_prepare_v3(connection, start, -1, flags, &handle, &tail)
            let rest = tail.map { String(cString: $0) } ?? ""
            return (handle, code, !rest.allSatisfy { $0.isWhitespace || $0 == ";" })
        }
    }

    private static func isControl(_ sql: String) -> Bool {
        let word = sql.drop { !$0.isLetter }.prefix { $0.isLetter }.uppercased()
        return ["BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE"].contains(word)
    }

    /// Reads which value each parameter takes: to SQLite `$2` is a name, and its place is where it
    /// first appears; `nil` when a parameter is no number.
    private static func places(of handle: OpaquePointer) -> [Int]? {
        var places: [Int] = []
        for parameter in 0..<sqlite3_bind_parameter_count(handle) {
            guard let name = sqlite3_bind_parameter_name(handle, parameter + 1),
                name.pointee == CChar(UInt8(ascii: "$")),
                let number = Int(String(cString: name + 1)), number > 0
            else { return nil }
            places.append(number - 1)
        }
        return places
    }
}
