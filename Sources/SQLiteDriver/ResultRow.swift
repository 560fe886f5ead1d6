import GRDBSQLite
import SQL

/// The row a running statement stands on.
struct ResultRow: Row {
    /// The running statement, which its `PreparedStatement` keeps alive while rows are visited.
    let handle: OpaquePointer

    func isNull(_ column: Int) -> Bool {
        sqlite3_column_type(handle, index(column)) == SQLITE_NULL
    }

    func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, index(column)) }

    func real(_ column: Int) -> Double { sqlite3_column_double(handle, index(column)) }

    func text(_ column: Int) -> String {
        let index = index(column)
        guard let start = sqlite3_column_text(handle, index) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, index))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func value(_ column: Int) -> Value {
        switch sqlite3_column_type(handle, index(column)) {
        case SQLITE_NULL: .null
        case SQLITE_INTEGER: .integer(integer(column))
        case SQLITE_FLOAT: .real(real(column))
        default: .text(text(column))
        }
    }

    /// SQLite answers NULL for a column that is not there, which would hide our mistake.
    private func index(_ column: Int) -> Int32 {
        let index = Int32(column)
        precondition(index >= 0 && index < sqlite3_data_count(handle), "the row has that column")
        return index
    }
}
