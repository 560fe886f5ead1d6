import Guardian
import Kernel
import Ledger
import SQL
import Store
import Testbed
import Testing

@Suite("A database of an earlier version")
struct UpgradeTests {
    /// The columns that decisions had at first.
    private static let insertion = Statement(
        """
        INSERT INTO decisions
            (id, household_id, sequence, member_id, amount_minor, currency, merchant, category,
             category_source, override_id, limit_minor, spent_minor, answer, reason, message,
             trace, decided_at_ms, previous_hash, hash)
        VALUES ($1, $2, 1, $3, $4, 'USD', $5, $6, $7, NULL, $8, $9, $10, $11, $12, $13, $14, $15,
            $16)
        """
    )

    /// The hash that the first version gave to the decision of the seed.
    private static let firstHash =
        "286cdcebfceaf0d6358ca7f28e9439ef666f6d2ae18e57ee6db82f7a4c5db9b8"

    private static func insert(
        _ decision: DecisionRecord,
        _ seed: Seed,
        in session: any Session
    ) throws {
        let facts = decision.facts
        try session.run(
            insertion,
            [
                .id(decision.id), .id(seed.household), .id(decision.member),
                .integer(facts.amount.minor), .text(decision.merchant), .text(facts.category),
                .text(decision.categorySource), .integer(facts.limit?.minor),
                .integer(facts.spentThisMonth?.minor), .text(decision.answer),
                .text(decision.reason), .text(decision.message), .text(decision.trace),
                .instant(decision.decidedAt), .text(ChainLink.genesis), .text(firstHash),
            ]
        )
    }

    @Test(
        "is brought up to date, and its decisions keep their place in the chain",
        arguments: Engine.all
    )
    func decisions(engine: Engine) async throws {
        try await withDatabase(engine) { database in
            let first = Migrator(Array(Migrations.all.prefix(1)))
            try await first.migrate(database, now: Seed.now)
            let (seed, decision) = try await database.write { session in
                let seed = try Seed.plant(in: session)
                // A charge looks for it among the newest, by when its id was made.
                let id = RawID(instant: Seed.now, counter: 0, random: 0)
                let decision = seed.decision(ID(id))
                try Self.insert(decision, seed, in: session)
                return (seed, decision)
            }
            let run = try await Migrator(Migrations.all).migrate(database, now: Seed.now)
            #expect(run == Migrations.all.dropFirst().map(\.name))
            let links = try await database.read { session in
                try Decisions.links(of: seed.household, after: 0, in: session)
            }
            #expect(links.map(\.record) == [decision])
            let content = try decision.chainContent
            #expect(ChainLink(after: seed.origin, content: content).hash == Self.firstHash)
            #expect(links.map(\.hash) == [Self.firstHash])
            // A charge still finds what was decided just before.
            for merchantKey in ["starbucks", nil] {
                let found = try await database.read { session in
                    try Decisions.newest(
                        about: decision.facts.amount.minor,
                        at: merchantKey,
                        by: seed.child,
                        now: Seed.now,
                        in: session
                    )
                }
                #expect(found?.id == decision.id)
            }
        }
    }
}
