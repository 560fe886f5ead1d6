import Kernel
import SQL
import Store
import Testbed
import Testing

@Suite("Stored refresh tokens")
struct RefreshTokenRecordsTests {
    private static let end = Seed.now.adding(milliseconds: Limits.refreshTokenMilliseconds)

    /// Runs `work` with a session that has one token, `first`.
    private func withToken(
        _ engine: Engine,
        _ work: @escaping @Sendable (any Session) throws -> Void
    ) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                try Sessions.insert(id(1), of: seed.parent, now: Seed.now, in: session)
                try RefreshTokenRecords.insert(
                    hash: "first",
                    session: id(1),
                    expiresAt: Self.end,
                    in: session
                )
                try work(session)
            }
        }
    }

    @Test("are found by their hash alone", arguments: Engine.all)
    func found(engine: Engine) async throws {
        try await withToken(engine) { session in
            let found = try RefreshTokenRecords.find(hash: "first", in: session)
            #expect(found?.session == id(1))
            #expect(found?.expiresAt == Self.end)
            #expect(found?.rotatedAt == nil)
            #expect(try RefreshTokenRecords.find(hash: "First", in: session) == nil)
        }
    }

    @Test("rotate once; a later rotation changes nothing", arguments: Engine.all)
    func rotated(engine: Engine) async throws {
        try await withToken(engine) { session in
            for seconds: Int64 in [5, 9] {
                let now = Seed.now.adding(seconds: seconds)
                try RefreshTokenRecords.markRotated(hash: "first", now: now, in: session)
            }
            let found = try RefreshTokenRecords.find(hash: "first", in: session)
            #expect(found?.rotatedAt == Seed.now.adding(seconds: 5))
        }
    }

    @Test("stay as they are when the same one is put in again", arguments: Engine.all)
    func twice(engine: Engine) async throws {
        try await withToken(engine) { session in
            try RefreshTokenRecords.markRotated(hash: "first", now: Seed.now, in: session)
            try RefreshTokenRecords.insert(
                hash: "first",
                session: id(1),
                expiresAt: Seed.now,
                in: session
            )
            let found = try RefreshTokenRecords.find(hash: "first", in: session)
            #expect(found?.expiresAt == Self.end)
            #expect(found?.rotatedAt == Seed.now)
        }
    }

    @Test("are forgotten when they ended", arguments: Engine.all)
    func purged(engine: Engine) async throws {
        try await withToken(engine) { session throws in
            let early = Self.end.adding(milliseconds: -1)
            #expect(try RefreshTokenRecords.purge(upTo: 10, now: early, in: session) == 0)
            #expect(try RefreshTokenRecords.purge(upTo: 10, now: Self.end, in: session) == 1)
        }
    }
}
