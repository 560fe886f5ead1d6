import SQL
import Testbed
import Testing

@Suite("Values")
struct ValueTests {
    static let kept: [Value] = [
        .null, .integer(0), .integer(.min), .integer(.max), .text(""), .text("it's \"quoted\""),
        .text("$1; DROP TABLE things"), .text("käse 🧀 日本語"), .text(" spaces\n\tand lines "),
        .text(String(repeating: "long ", count: 10_000)),
    ]

    @Test("come back as they were stored", arguments: Engine.all)
    func roundTrip(engine: Engine) async throws {
        try await withThings(engine) { database in
            try await database.write { session in
                for (index, value) in Self.kept.enumerated() {
                    try session.run(insert(value), [.count(index), value])
                }
            }
            let read = try await database.read { session in
                try session.rows(Things.values) { row in
                    row.isNull(0) ? row.value(1) : row.value(0)
                }
            }
            #expect(read == Self.kept)
        }
    }

    private func insert(_ value: Value) -> Statement {
        switch value {
        case .integer: Things.insertAmount
        default: Things.insertName
        }
    }
}
