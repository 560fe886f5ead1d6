import CSQLite
import Foundation
import Kernel
import SQL

/// A statement as one connection has compiled it.
final class PreparedStatement {
    /// SQLite's statement.
    let handle: OpaquePointer
    /// Whether it changes nothing.
    let isReadOnly: Bool
    /// Whether it begins or ends a transaction or a part of one.
    let isControl: Bool
    /// Whether it takes values, which SQLite's message could repeat.
    var takesValues: Bool { valueCount > 0 }
    /// Whether it stands on a row, so that it cannot be started once more.
    var isRunning: Bool { sqlite3_stmt_busy(handle) != 0 }

    /// For each of SQLite's parameters in turn, which value it takes.
    private let places: [Int]
    private let valueCount: Int
    private let texts = BoundTexts()

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
        self.handle = handle
        self.places = places
        valueCount = (places.max() ?? -1) + 1
        isControl = Self.isControl(statement.sql)
        isReadOnly = sqlite3_stmt_readonly(handle) != 0
    }

    deinit { sqlite3_finalize(handle) }

    /// Gives the parameters their values.
    func start(_ values: [Value]) throws(DatabaseError) {
        guard values.count == valueCount else {
            let reason = "the statement takes \(valueCount) values and was given \(values.count)"
            throw DatabaseError(.statement, reason)
        }
        texts.reserve(values.reduce(0) { $0 + $1.textBytes })
        for (index, place) in places.enumerated() {
            try bind(values[place], to: Int32(index + 1))
        }
    }

    /// Ends a run, however far it came, and forgets the values.
    func finish() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        texts.removeAll()
    }

    private func bind(_ value: Value, to parameter: Int32) throws(DatabaseError) {
        let code =
            switch value {
            // What the run before has bound is forgotten.
            case .null: SQLITE_OK
            case .integer(let integer): sqlite3_bind_int64(handle, parameter, integer)
            case .real(let real): sqlite3_bind_double(handle, parameter, real)
            case .text(let text): try bind(texts.add(text), to: parameter)
            case .uuid(let id): try bind(texts.add(id), to: parameter)
            }
        guard code == SQLITE_OK else {
            throw DatabaseError(.statement, "a value is too large", engineCode: String(code))
        }
    }

    private func bind(
        _ text: BoundTexts.Text?,
        to parameter: Int32
    ) throws(DatabaseError) -> Int32 {
        guard let text else { throw DatabaseError(.statement, "a text holds a NUL character") }
        let count = UInt64(text.count)
        return sqlite3_bind_text64(
            handle,
            parameter,
            text.start,
            count,
            Self.lastsUntilFinish,
            UInt8(SQLITE_UTF8)
        )
    }

    /// `SQLITE_STATIC`: the text stays where it is until it is not bound any more.
    private static let lastsUntilFinish: sqlite3_destructor_type? = nil

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
        let word = withoutComment(sql[...]).prefix { $0.isLetter }.uppercased()
        return ["BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE"].contains(word)
    }

    /// A statement from its first word on.
    private static func withoutComment(_ sql: Substring) -> Substring {
        let sql = sql.drop { $0.isWhitespace || $0 == ";" }
        if sql.hasPrefix("--") { return withoutComment(sql.drop { !$0.isNewline }) }
        guard sql.hasPrefix("/*") else { return sql }
        let end = sql.range(of: "*/")?.upperBound
        return end.map { withoutComment(sql[$0...]) } ?? ""
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

extension Value {
    /// How many bytes the value has as text; 0 when it is none.
    fileprivate var textBytes: Int {
        switch self {
        case .null, .integer, .real: 0
        case .text(let text): text.utf8.count
        case .uuid: RawID.characters
        }
    }
}
