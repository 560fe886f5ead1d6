import SQL
import Store
import Testing

@Suite("A page of a backup, as it is restored")
struct RestoringTests {
    private let now = Seed.now

    /// What becomes of a row with some of its columns filled; `nil` when it is left out.
    private func restored(_ table: String, _ values: [String: Value]) throws -> [String: Value]? {
        let table = try #require(Table.all.first { $0.name == table })
        let row = table.columns.map { values[$0] ?? .null }
        let rows = TablePage(table: table, rows: [row]).withoutGrants(now: now).rows
        return rows.first.map { row in
            Dictionary(uniqueKeysWithValues: zip(table.columns, row)).filter { $0.value != .null }
        }
    }

    @Test("has ended every session but what stands for another issuer's tokens")
    func sessions() throws {
        for origin in ["password", "code", "renewal"] {
            let live: [String: Value] = ["id": .text("s"), "origin": .text(origin)]
            let ended = try restored("sessions", live)
            let expected: [String: Value] = [
                "id": .text("s"), "origin": .text(origin), "ended_at_ms": .instant(now),
                "end_reason": .text("restored from a backup"),
            ]
            #expect(ended == expected)
        }
        let before: [String: Value] = [
            "id": .text("s"), "origin": .text("code"), "ended_at_ms": .integer(7),
            "end_reason": .text("signed out"),
        ]
        #expect(try restored("sessions", before) == before)
        let external: [String: Value] = ["id": .text("s"), "origin": .text("external")]
        #expect(try restored("sessions", external) == external)
    }

    @Test("leaves out codes and refresh tokens, and has withdrawn open invitations")
    func codes() throws {
        #expect(try restored("authorization_codes", ["hash": .text("h")]) == nil)
        #expect(try restored("refresh_tokens", ["hash": .text("h")]) == nil)
        let begun: [String: Value] = ["member_id": .text("m")]
        #expect(try restored("totp_factors", begun) == nil)
        let confirmed = begun.merging(["confirmed_at_ms": .integer(7)]) { $1 }
        #expect(try restored("totp_factors", confirmed) == confirmed)
        let open: [String: Value] = ["id": .text("i"), "created_by": .text("m")]
        let withdrawn = open.merging(["withdrawn_at_ms": .instant(now)]) { $1 }
        #expect(try restored("invitations", open) == withdrawn)
        for past in ["accepted_by", "withdrawn_at_ms"] {
            let closed = open.merging([past: .integer(7)]) { $1 }
            #expect(try restored("invitations", closed) == closed)
        }
    }

    @Test("is of any other table what it was")
    func others() throws {
        let changed: Set = ["authorization_codes", "refresh_tokens", "sessions", "invitations"]
        for table in Table.all where !changed.contains(table.name) {
            let values = Dictionary(
                uniqueKeysWithValues: table.columns.map { ($0, Value.text($0)) }
            )
            #expect(try restored(table.name, values) == values)
        }
    }
}
