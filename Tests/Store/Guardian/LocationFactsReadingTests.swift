import Guardian
import Kernel
import Ledger
import SQL
import Store
import Testbed
import Testing

@Suite("What a decision depends on of geofences, as it is read")
struct LocationFactsReadingTests {
    private static let categories: [String?] = [nil, "fun", "games"]

    /// Fences around a place, some across it and some far away; with whether one holds the place.
    private static func fences(around place: Coordinate) -> [Geofence] {
        let degrees: [(Double, Double)] = [
            (0, 0), (0.004, 0), (0, 0.02), (0.3, 0), (0, 0.3), (-0.8, 0.5), (0, 359.99), (5, 5),
        ]
        return degrees.enumerated().flatMap { index, offset -> [Geofence] in
            Geofence.Policy.allCases.enumerated().map { turn, policy in
                var longitude = place.longitude + offset.1
                while longitude > 180 { longitude -= 360 }
                return Geofence(
                    number: Serial(0),
                    name: "Fence \(index)",
                    centre: Coordinate(
                        latitude: max(-90, min(90, place.latitude + offset.0)),
                        longitude: longitude
                    ),
                    radiusMetres: [500, 2_000, 40_000, 100_000][(index + turn) % 4],
                    category: categories[(index + turn) % 3],
                    policy: policy
                )
            }
        }
    }

    /// The facts by looking at every fence.
    private static func expected(_ fences: [Geofence], at place: Coordinate?) -> LocationFacts {
        let tally = { (policy: Geofence.Policy) in
            let fences = fences.filter { $0.policy == policy }
            return FenceTally(
                count: fences.count,
                applying: fences.count { $0.applies(to: "fun") }
            )
        }
        return LocationFacts(
            blocking: tally(.block),
            warning: tally(.warn),
            near: fences.filter { $0.applies(to: "fun") },
            position: place
        )
    }

    private static let places = [
        Coordinate(latitude: 40.7128, longitude: -74.006), Coordinate(latitude: 0, longitude: 180),
        Coordinate(latitude: 89.9, longitude: 10), Coordinate(latitude: -90, longitude: -180),
        Coordinate(latitude: 71, longitude: -179.995),
    ]

    @Test(
        "are those of all fences, wherever they lie on earth, though few of them are looked at",
        arguments: Engine.all
    )
    func everywhere(engine: Engine) async throws {
        for place in Self.places {
            try await withSeed(engine) { database, seed in
                try await database.write { session in
                    let read = { (now: Timestamp) in
                        try PurchaseFacts.read(
                            amount: Money(minor: 5_000, currency: .usd),
                            category: "fun",
                            merchantKey: "starbucks",
                            of: seed.child,
                            zone: .utc,
                            now: now,
                            in: session
                        ).location
                    }
                    #expect(try read(Seed.now) == nil)
                    for (number, fence) in Self.fences(around: place).enumerated() {
                        _ = try Geofences.insert(
                            id(UInt64(number) + 1),
                            fence.name,
                            around: fence.centre,
                            radiusMetres: fence.radiusMetres,
                            category: fence.category,
                            policy: fence.policy,
                            of: seed.child,
                            now: Seed.now,
                            in: session
                        )
                    }
                    let fences = try Geofences.list(of: seed.child, in: session)
                    #expect(try read(Seed.now) == Self.expected(fences, at: nil))
                    try Pings.insert(
                        place,
                        accuracyMetres: nil,
                        of: seed.child,
                        now: Seed.now,
                        in: session
                    )
                    let expected = Self.expected(fences, at: place)
                    #expect(expected.blocking.hit != nil || expected.warning.hit != nil)
                    #expect(try read(Seed.now) == expected)
                    let late = Seed.now.adding(milliseconds: Limits.pingMilliseconds)
                    #expect(try read(late) == expected)
                    let tooLate = late.adding(milliseconds: 1)
                    #expect(try read(tooLate) == Self.expected(fences, at: nil))
                }
            }
        }
    }
}
