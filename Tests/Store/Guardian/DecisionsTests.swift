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

    @Test("is found by its purchase, the newest of ten minutes", arguments: Engine.all)
    func newest(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                var head = seed.origin
                var ids: [ID<Entity.Decision>] = []
                for (number, seconds) in [-601, -30, -20, -40].enumerated() {
                    let instant = Seed.now.adding(seconds: Int64(seconds))
                    let id = RawID(instant: instant, counter: UInt16(number), random: 0)
                    let record = seed.decision(ID(id), at: instant)
                    ids.append(record.id)
                    head = try Decisions.append(record, to: head, in: session)
                }
                let find = { (merchant: String?, now: Timestamp) in
                    try Decisions.newest(
                        about: 500,
                        at: merchant,
                        by: seed.child,
                        now: now,
                        in: session
                    )
                }
                for merchant in ["starbucks", nil] {
                    #expect(try find(merchant, Seed.now)?.id == ids[2])
                    #expect(try find(merchant, Seed.now.adding(seconds: 581)) == nil)
                }
                #expect(try find("somebody else", Seed.now) == nil)
            }
        }
    }

    @Test("is read back as it was, whatever its facts", arguments: Engine.all)
    func roundTrip(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                var head = seed.origin
                var records: [DecisionRecord] = []
                let wallets: [Money?] = [nil, Money(minor: 0, currency: .usd)]
                // As they are stored: nobody reads them while links are walked.
                let policies = [nil, AskedPolicies(version: 3, facts: "not even JSON")]
                let facts = Self.locations.flatMap { location in
                    wallets.flatMap { wallet in
                        policies.map { (location: location, wallet: wallet, policies: $0) }
                    }
                }
                for (place, facts) in facts.enumerated() {
                    let record = seed.decision(
                        id(UInt64(place + 1)),
                        location: facts.location,
                        wallet: facts.wallet,
                        policies: facts.policies
                    )
                    head = try Decisions.append(record, to: head, in: session)
                    records.append(record)
                }
                let links = try Decisions.links(of: seed.household, after: 0, in: session)
                #expect(links.map(\.record) == records)
            }
        }
    }

    @Test("has the hash it always had where no wallet pays, and tells a wallet from a place")
    func hashes() throws {
        let seed = Seed(
            household: id(1),
            parent: id(2),
            child: id(3),
            world: id(4),
            bank: id(5),
            wallet: id(6)
        )
        let hash = { (location: LocationFacts?, wallet: Money?) in
            let decision = seed.decision(id(7), location: location, wallet: wallet)
            return ChainLink(after: seed.origin, content: try decision.chainContent).hash
        }
        let location = Self.locations[1]
        let wallet = Money(minor: 0, currency: .usd)
        // Computed by the rule alone, outside of this program.
        #expect(
            try [hash(nil, nil), hash(location, nil), hash(nil, wallet), hash(location, wallet)]
                == [
                    "498221f850dffe17bd465d9ad4f663b22be4795e69aacaeba6721d1d9d106319",
                    "e4549290db2957502893a738a040e289a33ca94b8b98316b2c0ee91015717caa",
                    "5d7808b2da5df0b3f3e19b7d2a3653e03fb1faabd98b9536873b24efd37c7249",
                    "54b04a3a84f0171d1e057949ce5c1b9f937dd669062a2a12f97e8cf9276c58c5",
                ]
        )
    }

    @Test("has another hash for other policies, facts of them, and places beside them")
    func policyHashes() throws {
        let seed = Seed(
            household: id(1),
            parent: id(2),
            child: id(3),
            world: id(4),
            bank: id(5),
            wallet: id(6)
        )
        let wallets: [Money?] = [nil, Money(minor: 3, currency: .usd)]
        let policies = [
            nil, AskedPolicies(version: 3, facts: "{}"), AskedPolicies(version: 4, facts: "{}"),
            AskedPolicies(version: 3, facts: "{ }"),
        ]
        var hashes: Set<String> = []
        for location in Self.locations.prefix(2) {
            for wallet in wallets {
                for asked in policies {
                    let decision = seed.decision(
                        id(7),
                        location: location,
                        wallet: wallet,
                        policies: asked
                    )
                    let content = try decision.chainContent
                    hashes.insert(ChainLink(after: seed.origin, content: content).hash)
                }
            }
        }
        #expect(hashes.count == 16)
    }
}
