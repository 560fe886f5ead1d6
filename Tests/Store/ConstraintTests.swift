import Guardian
import Kernel
import Ledger
import SQL
import Store
import Testbed
import Testing

@Suite("What the schema itself refuses")
struct ConstraintTests {
    static let broken: [String] = [
        "UPDATE households SET chain_sequence = -1",
        "UPDATE households SET name = NULL",
        "DELETE FROM households",
        "UPDATE members SET role = 'Uncle'",
        "UPDATE members SET is_active = 2",
        "UPDATE members SET household_id = 'nobody'",
        "UPDATE members SET email = NULL",
        "UPDATE accounts SET kind = 'sock'",
        "UPDATE accounts SET posted_debit_minor = -1 WHERE kind = 'world'",
        "UPDATE accounts SET posted_credit_minor = -1 WHERE kind = 'world'",
        "UPDATE accounts SET pending_debit_minor = -1 WHERE kind = 'world'",
        "UPDATE accounts SET pending_credit_minor = -1 WHERE kind = 'world'",
        "UPDATE accounts SET posted_debit_minor = 1 WHERE kind = 'wallet'",
        "UPDATE accounts SET pending_debit_minor = 1 WHERE kind = 'wallet'",
        "UPDATE transfers SET amount_minor = 0",
        "UPDATE transfers SET sequence = 0 WHERE sequence = 1",
        "UPDATE transfers SET credit_account_id = debit_account_id",
        "UPDATE transfers SET debit_account_id = 'nowhere'",
        "UPDATE transfers SET phase = 'guessed'",
        "UPDATE transfers SET phase = 'post' WHERE sequence = 1",
        "UPDATE transfers SET pending_id = id WHERE sequence = 1",
        "UPDATE transfers SET member_id = 'nobody'",
        "UPDATE rules SET monthly_limit_minor = -1",
        "UPDATE rules SET member_id = 'nobody'",
        "UPDATE decisions SET answer = 'MAYBE'",
        "UPDATE decisions SET amount_minor = 0",
        "UPDATE decisions SET sequence = 0",
        "UPDATE decisions SET spent_minor = NULL",
        "UPDATE overrides SET amount_minor = 0",
        "UPDATE overrides SET used_by = 'nothing'",
        "UPDATE overrides SET used_by_charge = 'nothing'",
        "UPDATE funding_sources SET provider = 'another'",
        "UPDATE funding_sources SET account_id = 'no' WHERE external_id = 'card_1'",
        "UPDATE charges SET amount_minor = 0",
        "UPDATE charges SET state = 'guessed'",
        "UPDATE charges SET state = 'succeeded'",
        "UPDATE charges SET state = 'processing'",
        "UPDATE charges SET state = 'failed'",
        "UPDATE charges SET intent_id = 'pi_1'",
        "UPDATE charges SET input_hash = NULL WHERE call_hash IS NOT NULL",
        "UPDATE edits SET sequence = 0",
        "DELETE FROM sessions",
        "UPDATE children SET weekly_allowance_minor = -1",
    ]

    static let doubled: [String] = [
        "UPDATE members SET email = 'one@doe.example'",
        "UPDATE transfers SET sequence = 9",
        "UPDATE transfers SET provider = 'plaid', provider_record = 'r'",
        "UPDATE transfers SET reverses_id = (SELECT MIN(id) FROM transfers)",
        "UPDATE rules SET category = 'fun'",
        """
        INSERT INTO idempotency_keys (caller, operation, key, input_hash, status, body, made_at_ms)
        SELECT caller, operation, key, input_hash, status, body, made_at_ms FROM idempotency_keys
        """,
        "UPDATE charges SET call_hash = 'h', input_hash = 'i'",
        "UPDATE funding_sources SET external_id = 'card'",
        "INSERT INTO sessions (id, member_id, created_at_ms) SELECT id, member_id, 0 FROM sessions",
    ]

    /// At least two rows where two are needed to break a rule, and one of everything else.
    private static func fill(_ seed: Seed, in session: any Session) throws {
        let first = seed.transfer(id(1))
        let head = try seed.append(first, to: seed.origin, in: session)
        let next = try seed.append(seed.transfer(id(2)), to: head, in: session)
        let decided = try Decisions.append(seed.decision(id(3)), to: next, in: session)
        try Edits.append(seed.edit(id(4)), to: decided, in: session)
        for category in ["fun", "games"] {
            _ = try Rules.set(1, of: seed.child, for: category, now: Seed.now, in: session)
        }
        try Overrides.insert(seed.override(id(5)), in: session)
        try fillCharges(seed, in: session)
        try Sessions.insert(id(6), of: seed.child, now: Seed.now, in: session)
        try RefreshTokenRecords.insert(
            hash: "h",
            session: id(6),
            expiresAt: Seed.now,
            in: session
        )
        let child = ChildRecord(
            id: id(7),
            member: seed.child,
            wallet: seed.wallet,
            weeklyAllowanceMinor: 0,
            createdAt: Seed.now
        )
        try Children.insert(child, in: session)
        let answer = IdempotencyRecord(inputHash: "i", status: 200, body: "{}", madeAt: Seed.now)
        let scope = IdempotencyScope(caller: "c", operation: "o", key: "k")
        try IdempotencyRecords.save(answer, for: scope, in: session)
    }

    /// Two cards of the child, and two charges of one of them.
    private static func fillCharges(_ seed: Seed, in session: any Session) throws {
        let sources = [(seed.bank, "card_1"), (seed.wallet, "card_2")].map { account, card in
            FundingSourceRecord(
                id: account == seed.bank ? id(8) : id(9),
                member: seed.child,
                account: account,
                provider: "mock",
                externalID: card,
                customer: "cus",
                label: "Card",
                createdAt: Seed.now
            )
        }
        for source in sources { _ = try FundingSources.insert(source, in: session) }
        for (number, hash) in [(11, "h"), (12, nil)] as [(UInt64, String?)] {
            try Charges.insert(
                ChargeRecord(
                    id: id(number),
                    household: seed.household,
                    member: seed.child,
                    source: ChargeRecord.Source(sources[0]),
                    decision: nil,
                    amount: Money(minor: 100, currency: .usd),
                    merchant: nil,
                    category: "fun",
                    call: hash.map { ChargeRecord.KeyedCall(callHash: $0, inputHash: "i") },
                    recordedAt: Seed.now,
                    askedAt: Seed.now,
                    lookAt: nil
                ),
                in: session
            )
        }
    }

    @Test("a row that breaks a rule, and then nothing is changed", arguments: Engine.all)
    func broken(engine: Engine) async throws {
        try await expectRefusals(engine, Self.broken, .constraint)
    }

    @Test("a row that is there already, and then nothing is changed", arguments: Engine.all)
    func doubled(engine: Engine) async throws {
        try await expectRefusals(engine, Self.doubled, .unique)
    }

    private func expectRefusals(
        _ engine: Engine,
        _ texts: [String],
        _ code: DatabaseError.Code
    ) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { try Self.fill(seed, in: $0) }
            let before = try await DatabaseContents(database)
            for text in texts {
                let error = await #expect(throws: DatabaseError.self, "\(text)") {
                    try await database.write { try $0.run(Statement(text)) }
                }
                #expect(error?.code == code, "\(text)")
            }
            #expect(try await DatabaseContents(database) == before)
        }
    }
}
