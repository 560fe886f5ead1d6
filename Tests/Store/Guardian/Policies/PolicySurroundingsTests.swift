import Guardian
import Kernel
import SQL
import Store
import Testbed
import Testing

@Suite("What policies ask of a household beside its purchases")
struct PolicySurroundingsTests {
    /// Two households whose ids are apart.
    private func withHouseholds(
        _ engine: Engine,
        _ work: @escaping @Sendable (any Session, Seed, Seed) throws -> Void
    ) async throws {
        try await withMigratedDatabase(engine) { database in
            try await database.write { session in
                let ids = SequentialIDs()
                let own = try Seed.plant("doe", ids: ids, in: session)
                let other = try Seed.plant("roe", ids: ids, in: session)
                try work(session, own, other)
            }
        }
    }

    private static let here = Coordinate(latitude: 40.7128, longitude: -74.006)

    private static func fence(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> Serial<Entity.Geofence> {
        try Geofences.insert(
            ID(RawID(high: .random(in: 1 ... .max), low: 1)),
            "Mall",
            around: here,
            radiusMetres: 500,
            category: nil,
            policy: .warn,
            of: member,
            now: Seed.now,
            in: session
        )
    }

    @Test("a geofence is that of any member, and of no other household", arguments: Engine.all)
    func fences(engine: Engine) async throws {
        try await withHouseholds(engine) { session, own, other in
            let parents = try Self.fence(of: own.parent, in: session)
            let childs = try Self.fence(of: own.child, in: session)
            let unasked = try Self.fence(of: own.child, in: session)
            let strange = try Self.fence(of: other.parent, in: session)
            let asked = [strange, childs, parents, Serial(unasked.value + 1_000)]
            let found = try PolicySurroundings.centres(
                of: asked,
                in: own.household,
                session: session
            )
            #expect(found == [parents: Self.here, childs: Self.here])
            let none = try PolicySurroundings.centres(of: [], in: own.household, session: session)
            #expect(none.isEmpty)
        }
    }

    @Test("a position counts for 30 minutes, the newest of them", arguments: Engine.all)
    func positions(engine: Engine) async throws {
        try await withHouseholds(engine) { session, own, other in
            let place = { (latitude: Double) in Coordinate(latitude: latitude, longitude: 1) }
            for (latitude, seconds) in [(1.0, 0), (2.0, 60), (3.0, 30)] {
                try Pings.insert(
                    place(latitude),
                    accuracyMetres: nil,
                    of: own.child,
                    now: Seed.now.adding(seconds: Int64(seconds)),
                    in: session
                )
            }
            let find = { (member: ID<Entity.Member>, seconds: Int64) in
                try PolicySurroundings.position(
                    of: member,
                    now: Seed.now.adding(seconds: seconds),
                    in: session
                )
            }
            #expect(try find(own.child, 29) == place(1))
            #expect(try find(own.child, 60) == place(2))
            #expect(try find(own.child, 60 + 1_800) == place(2))
            #expect(try find(own.child, 61 + 1_800) == nil)
            #expect(try find(own.parent, 60) == nil && find(other.child, 60) == nil)
        }
    }

    @Test("a goal lacks what savings do not fill, in order", arguments: Engine.all)
    func goals(engine: Engine) async throws {
        try await withHouseholds(engine) { session, own, other in
            for (seed, number) in [(own, UInt64(1)), (other, 11)] {
                let child = ChildRecord(
                    id: id(number),
                    member: seed.child,
                    wallet: seed.wallet,
                    weeklyAllowanceMinor: 0,
                    createdAt: Seed.now
                )
                try Children.insert(child, in: session)
                for (place, target) in [10_000, 1_500].enumerated() {
                    let goal = GoalRecord(
                        id: id(number + UInt64(place)),
                        child: id(number),
                        name: "Goal",
                        targetMinor: Int64(target),
                        createdAt: Seed.now
                    )
                    try Goals.insert(goal, by: seed.parent, in: session)
                }
            }
            let lacks = {
                try PolicySurroundings.lacks(
                    of: [id(2), id(1), id(11), id(99)],
                    in: own.household,
                    session: session
                )
            }
            #expect(try lacks() == [id(1): 10_000, id(2): 1_500])
            try Jars.insert(.save, of: id(1), account: own.bank, percent: 0, in: session)
            try session.script(
                "UPDATE accounts SET posted_credit_minor = 10500 WHERE id = '\(own.bank)'"
            )
            #expect(try lacks() == [id(1): 0, id(2): 1_000])
        }
    }
}
