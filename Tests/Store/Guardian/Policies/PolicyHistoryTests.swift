import Foundation
import Guardian
import Kernel
import Ledger
import SQL
import Store
import Testbed
import Testing

@Suite("The policies of a position in the chain")
struct PolicyHistoryTests {
    private static func policy(
        _ number: UInt64,
        _ state: Policy.State,
        named name: String = "Policy",
        for member: ID<Entity.Member>? = nil
    ) throws -> Policy {
        let json = #"{"amount":{"at_least":\#(number)}}"#
        return Policy(
            id: id(number),
            name: name,
            member: member,
            condition: try JSONDecoder().decode(PolicyCondition.self, from: Data(json.utf8)),
            action: .decline,
            state: state,
            createdAt: Seed.now
        )
    }

    private static func edit(_ policy: Policy, _ number: UInt64, of seed: Seed) -> Edit {
        Edit(
            id: id(number),
            household: seed.household,
            author: seed.parent,
            kind: Edit.Kind(rawValue: "policy"),
            subject: policy.id.text,
            body: #"{"policy":\#(policy.value.text),"what":"changed"}"#,
            madeAt: Seed.now
        )
    }

    @Test("are those of the last change of each up to there", arguments: Engine.all)
    func positions(engine: Engine) async throws {
        try await withMigratedDatabase(engine) { database in
            try await database.write { session in
                let ids = SequentialIDs()
                let seed = try Seed.plant("doe", ids: ids, in: session)
                let other = try Seed.plant("roe", ids: ids, in: session)
                let changes: [Policy] = [
                    try Self.policy(1, .draft), try Self.policy(1, .live),
                    try Self.policy(2, .shadow), try Self.policy(3, .live, for: seed.parent),
                    try Self.policy(1, .live, named: "Renamed"), try Self.policy(2, .retired),
                ]
                var (head, theirs) = (seed.origin, other.origin)
                for (place, policy) in changes.enumerated() {
                    let edit = Self.edit(policy, UInt64(place + 1), of: seed)
                    head = try Edits.append(edit, to: head, in: session)
                }
                let strange = try Self.policy(9, .live)
                theirs = try Edits.append(
                    Self.edit(strange, 99, of: other),
                    to: theirs,
                    in: session
                )
                let read = { (seed: Seed, member: ID<Entity.Member>, version: Int64) in
                    try PolicyHistory.asked(
                        of: seed.household,
                        by: member,
                        at: version,
                        in: session
                    )
                }
                #expect(try read(seed, seed.child, 1) == [])
                #expect(try read(seed, seed.child, 2) == [changes[1]])
                #expect(try read(seed, seed.child, 4) == [changes[1], changes[2]])
                #expect(try read(seed, seed.parent, 4) == [changes[1], changes[2], changes[3]])
                #expect(try read(seed, seed.child, 6) == [changes[4]])
                #expect(try read(other, other.child, 1) == [strange])
            }
        }
    }

    @Test(
        "are brought back to a decision, or refused where they do not fit",
        arguments: Engine.all
    )
    func decisions(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let policy = try Self.policy(1, .live)
                var head = try Edits.append(
                    Self.edit(policy, 1, of: seed),
                    to: seed.origin,
                    in: session
                )
                let prepared = PreparedPolicies([policy])
                let facts = PolicyFacts(
                    for: prepared.needs,
                    amount: Money(minor: 500, currency: .usd),
                    category: "fast_food",
                    merchant: "starbucks",
                    clock: PolicyClock(at: Seed.now, in: .utc)
                )
                let asked = AskedPolicies(version: head.sequence, facts: facts.json)
                head = try Decisions.append(
                    seed.decision(id(7), policies: asked),
                    to: head,
                    in: session
                )
                head = try Decisions.append(
                    seed.decision(id(8), policies: AskedPolicies(version: 1, facts: "{}")),
                    to: head,
                    in: session
                )
                let whole = try #require(try Decisions.find(id(7), in: session))
                #expect(whole.policies == asked && whole.facts.policies == nil)
                let judged = try whole.withPolicies(in: session)
                #expect(judged.facts.policies == PolicyCase(prepared, facts))
                #expect(throws: DatabaseError.self) {
                    try Decisions.find(id(8), in: session)?.withPolicies(in: session)
                }
            }
        }
    }
}
