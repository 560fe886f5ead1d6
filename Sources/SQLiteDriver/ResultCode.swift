import CSQLite
import SQL

/// What SQLite answered, as one of our errors.
enum ResultCode {
    /// Finds the kind of trouble for SQLite's extended result code.
    ///
    /// `isReader`: Whether the connection may only read; a write is our mistake then.
    static func kind(of code: Int32, isReader: Bool) -> DatabaseError.Code {
        switch code {
        case uniqueViolation, primaryKeyViolation, rowIDViolation: return .unique
        case readOnly where isReader: return .statement
        default: break
        }
        return switch code & 0xFF {
        case SQLITE_CONSTRAINT: .constraint
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .conflict
        case SQLITE_FULL: .full
        case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_NOMEM, SQLITE_NOLFS: .io
        case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
        case SQLITE_INTERRUPT: .timeout
        default: .statement
        }
    }

    /// Whether a transaction in which this happened can no longer be trusted to hold what it wrote.
    static func endsTransaction(_ code: Int32) -> Bool {
        [SQLITE_FULL, SQLITE_IOERR, SQLITE_NOMEM, SQLITE_CANTOPEN].contains(code & 0xFF)
    }

    /// The error for a code that is no statement's.
    ///
    /// `message`: SQLite's, where it has one of its own for this failure.
    static func opening(_ code: Int32, _ message: String? = nil, path: String) -> DatabaseError {
        let message = message ?? String(cString: sqlite3_errstr(code))
        let unreachable = [SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH].contains(code & 0xFF)
        let kind = unreachable ? .unavailable : kind(of: code, isReader: false)
        return DatabaseError(kind, "\(path): \(message)", engineCode: String(code))
    }

    // The C header builds these with macros that Swift does not import.
    private static let primaryKeyViolation = SQLITE_CONSTRAINT | 6 << 8
    private static let uniqueViolation = SQLITE_CONSTRAINT | 8 << 8
    private static let rowIDViolation = SQLITE_CONSTRAINT | 10 << 8
    private static let readOnly = SQLITE_READONLY
}
