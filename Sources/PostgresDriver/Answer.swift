import CLibPQ
import SQL

/// One result of libpq, freed with its last use.
struct Answer: ~Copyable {
    let handle: OpaquePointer

    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { PQclear(handle) }

    /// How many rows it holds.
    var rows: Int32 { PQntuples(handle) }

    /// How many rows the statement changed.
    var changed: Int { PQcmdTuples(handle).map { Int(String(cString: $0)) ?? 0 } ?? 0 }

    /// Whether the server closed the transaction by undoing it.
    var isRollback: Bool { PQcmdStatus(handle).map { String(cString: $0) } == "ROLLBACK" }

    /// Whether the server closes the connection after this.
    var isFatal: Bool {
        switch field(.severity) {
        case "FATAL", "PANIC": true
        default: false
        }
    }

    /// Whether it opens a COPY, which nothing here takes part in.
    var isCopy: Bool {
        switch PQresultStatus(handle) {
        case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH: true
        default: false
        }
    }

    /// What went wrong; `nil` when nothing did.
    var failure: DatabaseError? {
        switch PQresultStatus(handle) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY, PGRES_PIPELINE_SYNC:
            return nil
        default:
            guard let state = field(.state) else {
                return DatabaseError(.unavailable, "the connection was lost")
            }
            return DatabaseError(state: state, message: field(.message))
        }
    }

    private func field(_ field: Field) -> String? {
        PQresultErrorField(handle, Int32(field.rawValue.value)).map { String(cString: $0) }
    }
}

/// The parts of an error; the header's macros for them are character literals, which do not come
/// through the import.
private enum Field: Unicode.Scalar {
    /// `PG_DIAG_SEVERITY_NONLOCALIZED`.
    case severity = "V"
    /// `PG_DIAG_SQLSTATE`.
    case state = "C"
    /// `PG_DIAG_MESSAGE_PRIMARY`.
    case message = "M"
}
