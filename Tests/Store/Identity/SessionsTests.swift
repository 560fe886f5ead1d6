import Kernel
import Ledger
import SQL
import Store
import Testbed
import Testing

@Suite("Stored sessions")
struct SessionsTests {
    @Test("tell who a live one belongs to, and how the household stands", arguments: Engine.all)
    func membership(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                try Sessions.insert(id(1), of: seed.child, now: Seed.now, in: session)
                let head = try Edits.append(seed.edit(id(2)), to: seed.origin, in: session)
                let membership = try Sessions.membership(of: id(1), in: session)
                #expect(membership?.member == seed.child)
                #expect(membership?.role == .child)
                #expect(membership?.zone == Zone.named("America/New_York"))
                #expect(membership?.currency == .usd)
                #expect(membership?.head == head)
                #expect(membership?.household == seed.household)
                #expect(try Sessions.membership(of: id(3), in: session) == nil)
            }
        }
    }

    @Test("tell nothing once they ended, or their member is locked out", arguments: Engine.all)
    func ended(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                for number: UInt64 in 1...2 {
                    try Sessions.insert(id(number), of: seed.child, now: Seed.now, in: session)
                }
                try Sessions.end(id(1), because: "signed out", now: Seed.now, in: session)
                #expect(try Sessions.membership(of: id(1), in: session) == nil)
                #expect(try Sessions.membership(of: id(2), in: session) != nil)
                try Members.setActive(false, seed.child, in: session)
                #expect(try Sessions.membership(of: id(2), in: session) == nil)
                try Members.setActive(true, seed.child, in: session)
                #expect(try Sessions.membership(of: id(2), in: session) != nil)
            }
        }
    }

    @Test("keep the first reason they ended for, and end all at once", arguments: Engine.all)
    func reasons(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                for number: UInt64 in 1...3 {
                    try Sessions.insert(id(number), of: seed.child, now: Seed.now, in: session)
                }
                try Sessions.insert(id(4), of: seed.parent, now: Seed.now, in: session)
                try Sessions.end(id(1), because: "signed out", now: Seed.now, in: session)
            }
            let before = try await DatabaseContents(database)
            try await database.write { session in
                try Sessions.end(id(1), because: "again", now: Seed.now, in: session)
            }
            #expect(try await DatabaseContents(database) == before)
            let count = try await database.write { session in
                try Sessions.endAll(of: seed.child, because: "reset", now: Seed.now, in: session)
            }
            #expect(count == 2)
            #expect(try await database.read { try Sessions.membership(of: id(4), in: $0) } != nil)
            let again = try await database.write { session in
                try Sessions.endAll(of: seed.child, because: "reset", now: Seed.now, in: session)
            }
            #expect(again == 0)
        }
    }

    @Test(
        "are forgotten so many at once, when nothing is left of them that may be used",
        arguments: Engine.all
    )
    func purge(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            let day = { @Sendable (number: Int64) in Seed.now.adding(seconds: number * 86_400) }
            try await database.write { session in
                for number: UInt64 in 1...3 {
                    try Sessions.insert(
                        id(number),
                        of: seed.child,
                        now: day(Int64(number)),
                        in: session
                    )
                }
                try Sessions.markUsed(id(1), now: day(9), in: session)
                try Sessions.insert(
                    id(4),
                    of: seed.child,
                    origin: .external,
                    now: day(0),
                    in: session
                )
                try RefreshTokenRecords.insert(
                    hash: "h",
                    session: id(2),
                    expiresAt: day(1_000),
                    in: session
                )
            }
            let purge = { (now: Timestamp) in
                try await database.write { try Sessions.purge(upTo: 1, now: now, in: $0) }
            }
            let isThere = { (number: UInt64) in
                try await database.read { try Sessions.signIn(of: id(number), in: $0) } != nil
            }
            #expect(try await purge(day(403)) == 0)
            #expect(try await purge(day(404)) == 1)
            #expect(try await !isThere(3))
            #expect(try await purge(day(409)) == 0)
            #expect(try await purge(day(500)) == 1)
            #expect(try await !isThere(1))
            #expect(try await purge(day(500)) == 0)
            _ = try await database.write { session in
                try RefreshTokenRecords.purge(upTo: 10, now: day(1_000), in: session)
            }
            #expect(try await purge(day(1_000)) == 1)
            #expect(try await purge(day(9_000)) == 0)
            #expect(try await isThere(4))
        }
    }
}
