import Kernel
import SQL
import Store
import Testbed
import Testing

@Suite("Failed sign-ins")
struct LoginGuardTests {
    private static let email = "parent@example.com"

    /// Failures in seconds after the first, and until when they lock, if they do.
    static let rows: [(failures: [Int64], lockedUntil: Int64?)] = [
        ([0, 1, 2, 3, 4, 5, 6, 7, 8], nil),
        ([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 909),
        ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 900),
        ([0, 600, 600, 600, 600, 600, 600, 600, 600, 900], 1_800),
        ([0, 600, 600, 600, 600, 600, 600, 600, 600, 901], nil),
        ([0, 600, 600, 600, 600, 600, 600, 600, 600, 901, 902], 1_802),
    ]

    @Test(
        "lock an address when the tenth lies within 15 minutes of the first",
        arguments: Engine.all,
        rows
    )
    func locks(engine: Engine, row: (failures: [Int64], lockedUntil: Int64?)) async throws {
        try await withMigratedDatabase(engine) { database in
            try await database.write { session in
                for second in row.failures {
                    let now = Seed.now.adding(seconds: second)
                    try LoginGuard.recordFailure(on: Self.email, now: now, in: session)
                }
                let last = Seed.now.adding(seconds: row.failures.last ?? 0)
                let until = row.lockedUntil.map { Seed.now.adding(seconds: $0) }
                #expect(try LoginGuard.lock(on: Self.email, now: last, in: session) == until)
                guard let until else { return }
                let before = until.adding(milliseconds: -1)
                #expect(try LoginGuard.lock(on: Self.email, now: before, in: session) == until)
                #expect(try LoginGuard.lock(on: Self.email, now: until, in: session) == nil)
                #expect(try LoginGuard.lock(on: "other@b.c", now: last, in: session) == nil)
            }
        }
    }

    @Test(
        "begin at none again after a lock, after a success and after unlocking",
        arguments: Engine.all
    )
    func cleared(engine: Engine) async throws {
        try await withMigratedDatabase(engine) { database in
            try await database.write { session in
                for _ in 0..<10 {
                    try LoginGuard.recordFailure(on: Self.email, now: Seed.now, in: session)
                }
                try LoginGuard.unlock(Self.email, in: session)
                let fail = { (count: Int) in
                    for _ in 0..<count {
                        try LoginGuard.recordFailure(on: Self.email, now: Seed.now, in: session)
                    }
                    return try LoginGuard.lock(on: Self.email, now: Seed.now, in: session) != nil
                }
                #expect(try fail(9) == false)
                try LoginGuard.clearFailures(on: Self.email, in: session)
                #expect(try fail(9) == false)
                #expect(try fail(1) == true)
            }
        }
    }

    @Test("are forgotten when they cannot count any more", arguments: Engine.all)
    func purged(engine: Engine) async throws {
        try await withMigratedDatabase(engine) { database in
            try await database.write { session in
                try LoginGuard.recordFailure(on: "a@b.c", now: Seed.now, in: session)
                for _ in 0..<10 {
                    try LoginGuard.recordFailure(on: Self.email, now: Seed.now, in: session)
                }
                let purge = { (seconds: Int64, milliseconds: Int64) in
                    let now = Seed.now.adding(milliseconds: seconds * 1_000 + milliseconds)
                    return try LoginGuard.purgeFailures(upTo: 10, now: now, in: session)
                        + LoginGuard.purgeLocks(upTo: 10, now: now, in: session)
                }
                #expect(try purge(899, 999) == 0)
                #expect(try purge(900, 0) == 1)
                #expect(try purge(900, 1) == 1)
                #expect(try purge(900, 1) == 0)
            }
        }
    }
}
