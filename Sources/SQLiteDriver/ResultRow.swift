import CSQLite
import Kernel
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

    func text(_ column: Int) -> String { String(decoding: bytes(column), as: UTF8.self) }

    func rawID(_ column: Int) -> RawID? { RawID(utf8: bytes(column)) }

    func value(_ column: Int) -> Value {
        switch sqlite3_column_type(handle, index(column)) {
        case SQLITE_NULL: .null
        case SQLITE_INTEGER: .integer(integer(column))
        case SQLITE_FLOAT: .real(real(column))
        default: .text(text(column))
        }
    }

    /// The column's text as SQLite holds it until the next step.
    private func bytes(_ column: Int) -> UnsafeBufferPointer<UInt8> {
        let index = index(column)
        let start = sqlite3_column_text(handle, index)
        let count = Int(sqlite3_column_bytes(handle, index))
        return UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)
    }

    /// SQLite answers NULL for a column that is not there, which would hide our mistake.
    private func index(_ column: Int) -> Int32 {
        let index = Int32(column)
        precondition(index >= 0 && index < sqlite3_data_count(handle), "the row has that column")
        return index
    }
}
