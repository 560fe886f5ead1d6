import Kernel
import SQL
import Store
import Testbed
import Testing

@Suite("Stored members")
struct MembersTests {
    @Test("are found as they were put in, by each of their names", arguments: Engine.all)
    func found(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.read { session in
                for role in Role.allCases {
                    var expected = seed.member(role)
                    let found = try Members.find(expected.id, in: session)
                    expected.number = found?.number ?? Serial(0)
                    #expect(expected.number.value > 0)
                    #expect(found == expected)
                    #expect(try Members.find(email: expected.email, in: session) == expected)
                    #expect(try Members.find(number: expected.number, in: session) == expected)
                }
                #expect(try Members.find(id(99), in: session) == nil)
                #expect(try Members.find(number: Serial(99), in: session) == nil)
                #expect(try Members.find(email: "Parent@doe.example", in: session) == nil)
            }
        }
    }

    @Test("are not added under an address that is taken", arguments: Engine.all)
    func taken(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            let before = try await DatabaseContents(database)
            let number = try await database.write { session in
                let twin = MemberRecord(
                    id: id(1),
                    household: seed.household,
                    role: .child,
                    email: "parent@doe.example",
                    firstName: nil,
                    lastName: nil,
                    passwordHash: nil,
                    createdAt: Seed.now
                )
                return try Members.insert(twin, in: session)
            }
            #expect(number == nil)
            #expect(try await DatabaseContents(database) == before)
        }
    }

    @Test("are listed by household, oldest first", arguments: Engine.all)
    func listed(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            let ids = try await database.write { session in
                _ = try Seed.plant("roe", ids: SystemIDs(), in: session)
                return try Members.list(of: seed.household, in: session).map(\.id)
            }
            #expect(ids == [seed.parent, seed.child])
        }
    }

    @Test("are locked out, let in and given passwords one by one", arguments: Engine.all)
    func changed(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            let before = try await DatabaseContents(database)
            try await database.write { session in
                try Members.setActive(false, seed.child, in: session)
                try Members.setPasswordHash("new", seed.parent, in: session)
                #expect(try Members.find(seed.child, in: session)?.isActive == false)
                #expect(try Members.find(seed.child, in: session)?.passwordHash == nil)
                #expect(try Members.find(seed.parent, in: session)?.isActive == true)
                #expect(try Members.find(seed.parent, in: session)?.passwordHash == "new")
                try Members.setActive(true, seed.child, in: session)
                try Members.setPasswordHash("$argon2id$hash", seed.parent, in: session)
            }
            #expect(try await DatabaseContents(database) == before)
        }
    }
}
