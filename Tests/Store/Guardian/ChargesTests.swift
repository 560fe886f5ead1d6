import Guardian
import Kernel
import Ledger
import SQL
import Store
import Testbed
import Testing

@Suite("Charges and cards as they are stored")
struct ChargesTests {
    private func source(
        _ seed: Seed,
        _ card: String = "card_1",
        in session: any Session
    ) throws -> FundingSourceRecord {
        let source = FundingSourceRecord(
            id: id(1),
            member: seed.child,
            account: seed.bank,
            provider: "mock",
            externalID: card,
            customer: "cus_1",
            label: "Card",
            createdAt: Seed.now
        )
        var stored = source
        stored.number = try FundingSources.insert(source, in: session)
        return stored
    }

    private func charge(
        _ number: UInt64,
        _ source: FundingSourceRecord,
        _ seed: Seed,
        call: String? = nil,
        lookAt: Timestamp? = Seed.now
    ) -> ChargeRecord {
        ChargeRecord(
            id: id(number),
            household: seed.household,
            member: seed.child,
            source: ChargeRecord.Source(source),
            decision: nil,
            amount: Money(minor: 4_200, currency: .usd),
            merchant: "Steam",
            category: "fun",
            call: call.map { ChargeRecord.KeyedCall(callHash: $0, inputHash: "i") },
            recordedAt: Seed.now,
            askedAt: Seed.now,
            lookAt: lookAt
        )
    }

    @Test("a charge comes back as it was stored, and as it was changed", arguments: Engine.all)
    func stored(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let source = try source(seed, in: session)
                var charge = charge(2, source, seed, call: "h")
                try Charges.insert(charge, in: session)
                #expect(try Charges.find(charge.id, in: session) == charge)
                charge.state = .failed
                charge.intent = "pi_1"
                charge.processorStatus = "canceled"
                charge.askedAt = Seed.now.adding(seconds: 1)
                charge.lookAt = nil
                try Charges.save(charge, in: session)
                #expect(try Charges.find(charge.id, in: session) == charge)
                #expect(try Charges.find(intent: "pi_1", of: "mock", in: session) == charge)
                #expect(try Charges.find(intent: "pi_1", of: "stripe", in: session) == nil)
            }
        }
    }

    @Test("a call's charge is known for a day, unless it is forgotten", arguments: Engine.all)
    func calls(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let source = try source(seed, in: session)
                try Charges.insert(charge(2, source, seed, call: "h"), in: session)
                let find = { (seconds: Int64) in
                    let now = Seed.now.adding(seconds: seconds)
                    return try Charges.find(callHash: "h", now: now, in: session)?.id
                }
                #expect(try find(86_399) == id(2))
                #expect(try find(86_400) == nil)
                #expect(try Charges.find(callHash: "g", now: Seed.now, in: session) == nil)
                try Charges.forget(callHash: "h", in: session)
                #expect(try find(0) == nil)
            }
        }
    }

    @Test("those that are due are listed, the longest due first", arguments: Engine.all)
    func due(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let source = try source(seed, in: session)
                let looks: [(UInt64, Int64?)] = [(2, 2), (3, 1), (4, 3), (5, nil)]
                for (number, seconds) in looks {
                    let lookAt = seconds.map { Seed.now.adding(seconds: $0) }
                    try Charges.insert(charge(number, source, seed, lookAt: lookAt), in: session)
                }
                let due = try Charges.due(at: Seed.now.adding(seconds: 2), in: session).map(\.id)
                #expect(due == [id(3), id(2)])
            }
        }
    }

    @Test(
        "a card is found by its number, its id and as the first, of its member",
        arguments: Engine.all
    )
    func cards(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let source = try source(seed, in: session)
                #expect(
                    try FundingSources.find(source.number, of: seed.child, in: session) == source
                )
                #expect(try FundingSources.find(source.number, of: seed.parent, in: session) == nil)
                #expect(try FundingSources.standard(of: seed.child, in: session) == source)
                #expect(try FundingSources.standard(of: seed.parent, in: session) == nil)
                let find = { (card: String, provider: String) in
                    try FundingSources.find(card, at: provider, of: seed.child, in: session)
                }
                #expect(try find("card_1", "mock") == source)
                #expect(try find("card_1", "stripe") == nil)
                #expect(try find("card_2", "mock") == nil)
            }
        }
    }

    @Test("a customer keeps its first key and its first id", arguments: Engine.all)
    func customers(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let find = { (key: String) in
                    try ProcessorCustomers.findOrInsert(
                        seed.child,
                        at: "mock",
                        newKey: key,
                        in: session
                    )
                }
                let new = ProcessorCustomer(requestKey: "k", customer: nil)
                #expect(try find("k") == new)
                #expect(try find("l") == new)
                for customer in ["cus_1", "cus_2"] {
                    try ProcessorCustomers.save(customer, of: seed.child, at: "mock", in: session)
                }
                #expect(try find("m") == ProcessorCustomer(requestKey: "k", customer: "cus_1"))
            }
        }
    }

    @Test("an override is used once, by a decision or by a charge", arguments: Engine.all)
    func overrides(engine: Engine) async throws {
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let source = try source(seed, in: session)
                try Charges.insert(charge(2, source, seed), in: session)
                try Overrides.insert(seed.override(id(3)), in: session)
                let unused = { (seconds: Int64) in
                    try Overrides.unused(
                        by: seed.child,
                        merchantKey: "starbucks",
                        amountMinor: 5_000,
                        now: Seed.now.adding(seconds: seconds),
                        in: session
                    )
                }
                #expect(try unused(299) == id(3))
                #expect(try unused(300) == nil)
                try Overrides.use(id(3), byCharge: id(2), in: session)
                #expect(try unused(0) == nil)
                let again = #expect(throws: DatabaseError.self) {
                    try Overrides.use(id(3), byCharge: id(2), in: session)
                }
                #expect(again?.code == .conflict)
            }
        }
    }

    @Test("an event is recorded once, and is due until it is processed", arguments: Engine.all)
    func events(engine: Engine) async throws {
        try await withDatabase(engine, migrations: Migrations.all) { database in
            try await database.write { session in
                let event = ProcessorEvent(
                    provider: "stripe",
                    id: "evt_1",
                    type: "payment_intent.succeeded",
                    intent: "pi_1",
                    orderKey: nil,
                    receivedAt: Seed.now
                )
                #expect(try ProcessorEvents.insert(event, lookAt: Seed.now, in: session))
                #expect(try !ProcessorEvents.insert(event, lookAt: Seed.now, in: session))
                #expect(try ProcessorEvents.due(at: Seed.now, in: session) == [event])
                let before = Seed.now.adding(milliseconds: -1)
                #expect(try ProcessorEvents.due(at: before, in: session) == [])
                try ProcessorEvents.setLook(at: nil, of: event, in: session)
                #expect(try ProcessorEvents.due(at: Seed.now, in: session) == [])
            }
        }
    }
}
