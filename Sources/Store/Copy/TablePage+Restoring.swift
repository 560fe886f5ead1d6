public import Kernel
import SQL

extension TablePage {
    /// The rows as a restored database takes them: without anything that lets somebody in by what
    /// was handed out before.
    ///
    /// A backup may have been stolen, and what ended after it was made would live again. So
    /// sessions have ended and open invitations are withdrawn; codes and refresh tokens are left
    /// out. What stands for the tokens of another issuer stays: that issuer says which of them are
    /// good.
    ///
    /// `now`: When the database is restored.
    public func withoutGrants(now: Timestamp) -> TablePage {
        switch table.name {
        case "authorization_codes", "refresh_tokens": TablePage(table: table, rows: [])
        case "totp_factors":
            TablePage(table: table, rows: rows.filter { self[$0, "confirmed_at_ms"] != .null })
        case "sessions": changed { end(session: &$0, now: now) }
        case "invitations": changed { withdraw(invitation: &$0, now: now) }
        default: self
        }
    }

    private func end(session row: inout [Value], now: Timestamp) {
        guard self[row, "ended_at_ms"] == .null, self[row, "origin"] != .text("external") else {
            return
        }
        set("ended_at_ms", of: &row, to: .instant(now))
        set("end_reason", of: &row, to: .text("restored from a backup"))
    }

    private func withdraw(invitation row: inout [Value], now: Timestamp) {
        guard self[row, "withdrawn_at_ms"] == .null, self[row, "accepted_by"] == .null else {
            return
        }
        set("withdrawn_at_ms", of: &row, to: .instant(now))
    }

    private func changed(_ change: (inout [Value]) -> Void) -> TablePage {
        let rows = rows.map { row in
            var row = row
            change(&row)
            return row
        }
        return TablePage(table: table, rows: rows)
    }

    private subscript(row: [Value], column: String) -> Value { row[index(of: column)] }

    private func set(_ column: String, of row: inout [Value], to value: Value) {
        row[index(of: column)] = value
    }

    private func index(of column: String) -> Int {
        guard let index = table.columns.firstIndex(of: column) else {
            preconditionFailure("\(table.name) has no column \(column)")
        }
        return index
    }
}
