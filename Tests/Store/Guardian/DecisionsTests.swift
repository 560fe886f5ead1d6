import Guardian
import Kernel
import Ledger
import SQL
import Store
import Testbed
import Testing

@Suite("A decision, as it is stored")
struct DecisionsTests {
    private static func fences(_ count: Int, _ applying: Int, hit name: String?) -> FenceFacts {
        FenceFacts(
            count: count,
            applying: applying,
            hit: name.map { name in
                FenceHit(number: 7, name: name, distanceCentimetres: 48_926, radiusMetres: 500)
            }
        )
    }

    /// What a decision may depend on of geofences, in every shape.
    private static let locations: [LocationFacts?] =
        [
            nil,
            LocationFacts(
                isPositionKnown: false,
                blocking: fences(1, 1, hit: nil),
                warning: fences(0, 0, hit: nil)
            ),
            LocationFacts(
                isPositionKnown: true,
                blocking: fences(32, 3, hit: nil),
                warning: fences(2, 1, hit: "Mall")
            ),
        ]
        + [
            "Shopping Mall", #"a "quoted" \ name/with slashes"#, "Café 🍩 \u{2028}", "tab\tline\n",
            "é", "e\u{301}",
        ].map { name in
            LocationFacts(
                isPositionKnown: true,
                blocking: fences(2, 2, hit: name),
                warning: fences(0, 0, hit: nil)
            )
        }

    @Test("is read back as it was, whatever its facts", arguments: Engine.all)
    func roundTrip(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                var head = seed.origin
                var records: [DecisionRecord] = []
                for (place, location) in Self.locations.enumerated() {
                    let record = seed.decision(id(UInt64(place + 1)), location: location)
                    head = try Decisions.append(record, to: head, in: session)
                    records.append(record)
                }
                let links = try Decisions.links(of: seed.household, after: 0, in: session)
                #expect(links.map(\.record) == records)
            }
        }
    }
}
