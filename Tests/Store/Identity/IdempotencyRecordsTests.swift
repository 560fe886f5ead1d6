import Kernel
import SQL
import Store
import Testbed
import Testing

@Suite("Remembered answers")
struct IdempotencyRecordsTests {
    private static let scope = IdempotencyScope(caller: "c", operation: "POST /rules", key: "k")
    private static let answer = IdempotencyRecord(
        inputHash: "hash",
        status: 201,
        body: #"{"ü":"\"🐷\""}"#,
        madeAt: Seed.now
    )

    @Test("are told for 24 hours, and no millisecond longer", arguments: Engine.all)
    func remembered(engine: Engine) async throws {
        try await withMigratedDatabase(engine) { database in
            try await database.write { session in
                try IdempotencyRecords.save(Self.answer, for: Self.scope, in: session)
                let find = { (milliseconds: Int64) in
                    let now = Seed.now.adding(milliseconds: milliseconds)
                    return try IdempotencyRecords.find(Self.scope, now: now, in: session)
                }
                #expect(try find(0) == Self.answer)
                #expect(try find(86_399_999) == Self.answer)
                #expect(try find(86_400_000) == nil)
            }
        }
    }

    @Test(
        "are told to the same caller for the same operation and key alone",
        arguments: Engine.all,
        [
            IdempotencyScope(caller: "d", operation: "POST /rules", key: "k"),
            IdempotencyScope(caller: "c", operation: "PUT /rules", key: "k"),
            IdempotencyScope(caller: "c", operation: "POST /rules", key: "K"),
        ]
    )
    func scopes(engine: Engine, other: IdempotencyScope) async throws {
        try await withMigratedDatabase(engine) { database in
            try await database.write { session in
                try IdempotencyRecords.save(Self.answer, for: Self.scope, in: session)
                #expect(try IdempotencyRecords.find(other, now: Seed.now, in: session) == nil)
            }
        }
    }

    @Test("take the place of those that are forgotten", arguments: Engine.all)
    func replaced(engine: Engine) async throws {
        try await withMigratedDatabase(engine) { database in
            try await database.write { session in
                try IdempotencyRecords.save(Self.answer, for: Self.scope, in: session)
                let later = Seed.now.adding(milliseconds: Limits.idempotencyMilliseconds)
                let next = IdempotencyRecord(
                    inputHash: "other",
                    status: 409,
                    body: "{}",
                    madeAt: later
                )
                try IdempotencyRecords.save(next, for: Self.scope, in: session)
                #expect(try IdempotencyRecords.find(Self.scope, now: later, in: session) == next)
                let early = later.adding(milliseconds: Limits.idempotencyMilliseconds - 1)
                #expect(try IdempotencyRecords.purge(upTo: 10, now: early, in: session) == 0)
                let end = early.adding(milliseconds: 1)
                #expect(try IdempotencyRecords.purge(upTo: 10, now: end, in: session) == 1)
            }
        }
    }
}
