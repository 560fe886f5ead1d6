import SQL
import Testbed
import Testing

@Suite("Errors of the database")
struct ErrorTests {
    /// A statement that breaks a rule of the table, and the code that names it.
    struct Breach: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let statement: Statement
        let values: [Value]
        let code: DatabaseError.Code
    }

    static let secret = "secret@example.com"

    static let breaches = [
        Breach(
            testDescription: "a name twice",
            statement: Things.insertNamed,
            values: [.text(secret)],
            code: .unique
        ),
        Breach(
            testDescription: "an id twice",
            statement: Statement("INSERT INTO things (id) VALUES ($1)"),
            values: [.integer(1)],
            code: .unique
        ),
        Breach(
            testDescription: "an amount that fails its check",
            statement: Things.insertAmount,
            values: [.integer(1_234_567)],
            code: .constraint
        ),
        Breach(
            testDescription: "a parent that is not there",
            statement: Things.insertChild,
            values: [.integer(1_234_567)],
            code: .constraint
        ),
        Breach(
            testDescription: "nothing where something must be",
            statement: Statement("UPDATE things SET kind = $1"),
            values: [.null],
            code: .constraint
        ),
    ]

    @Test("name the rule that was broken and hide the values", arguments: Engine.all, breaches)
    func breach(engine: Engine, breach: Breach) async throws {
        try await withThings(engine) { database in
            try await database.put(Self.secret)
            let error = try #require(
                await #expect(throws: DatabaseError.self) {
                    try await database.write { try $0.run(breach.statement, breach.values) }
                }
            )
            #expect(error.code == breach.code)
            #expect(!error.isRetryable)
            #expect(error.engineCode != nil)
            let text = "\(error) \(error.reason) \(String(reflecting: error))"
            #expect(!text.contains(Self.secret))
            #expect(!text.contains("1234567"))
            try await expectNames([Self.secret], database)
        }
    }
}
