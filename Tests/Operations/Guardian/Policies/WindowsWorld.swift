import Catalogue
import Contract
import Foundation
import Kernel
import Ledger
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import Guardian
@testable import NaivePolicies
@testable import Operations

/// A household in which policies are asked, and in which anything may happen that moves windows.
struct WindowsWorld {
    static let zones = ["UTC", "America/New_York", "Europe/Berlin"]
    /// Near the edges of months, weeks and years, and near changes of the clock.
    private static let starts = [
        "2025-03-05T12:00:00Z", "2025-03-08T20:00:00Z", "2025-03-29T20:00:00Z",
        "2024-02-28T23:30:00Z", "2025-11-01T22:00:00Z", "2024-12-30T00:00:00Z",
    ]
    private static let categories = ["fun", "groceries", "gaming", nil, "Income", "my own"]
    private static let merchants = ["Steam", "STEAM ", "Aldi", "Café", nil]

    let seed: UInt64
    let server: InProcessServer
    private var zone: Zone
    var chance: PolicyChance
    private let members: [TestMember]
    private var accounts: [TestAccount] = []
    private var records: [(account: TestAccount, record: BankRecord)] = []
    /// What may still be settled, and what may be taken back.
    private var pending: [(account: TestAccount, id: ID<Entity.Transfer>, minor: Int64)] = []
    private var posted: [(account: TestAccount, id: ID<Entity.Transfer>, minor: Int64)] = []

    init(
        _ seed: UInt64,
        _ server: InProcessServer,
        zone: String? = nil,
        now: String? = nil
    ) async throws {
        self.seed = seed
        self.server = server
        var chance = PolicyChance(seed)
        let (place, start) = (chance.one(of: Self.zones), chance.one(of: Self.starts))
        self.chance = chance
        let name = zone ?? place
        self.zone = try #require(Zone.named(name))
        server.clock.set(now ?? start)
        let parent = try await server.registerParent(timeZone: name)
        members = [
            parent, try await server.registerChild("alice@example.com", of: parent),
            try await server.registerChild("bob@example.com", of: parent),
        ]
        for member in members { accounts.append(try await server.openAccount(of: member)) }
        // Some of the history is there before the first policy is asked.
        if now == nil { for _ in 0..<chance.below(15) { try await happen() } }
        let policy = try await parent.purser.call(
            API.Guardian.createPolicy,
            API.Guardian.PolicyInput(
                name: "Windows",
                when: try API.Guardian.Condition(#"{"amount":{"at_least":1}}"#),
                then: .warn
            )
        )
        _ = try await parent.purser.call(
            API.Guardian.setPolicyState,
            API.Guardian.PolicyStepRequest(policy.id, state: .shadow)
        )
    }

    private var household: ID<Entity.Household> { members[0].household }
    private var now: Timestamp { server.clock.now }

    mutating func step() async throws {
        let gaps: [Int64] = [0, 0, 1, 3_600_000, 1_799_999, 43_200_000, 90_000_000, 260_000_000]
        server.clock.advance(milliseconds: chance.one(of: gaps))
        if chance.once(in: 40) { try await changeTimeZone() }
        if chance.once(in: 10) {
            _ = try await PolicyWindows.forget(in: server.database, now: now)
        }
        try await happen()
        if chance.once(in: 4) { try await check() }
    }

    // MARK: What happens

    private mutating func happen() async throws {
        switch chance.below(10) {
        case 0, 1, 2: try await buy()
        case 3: try await settle()
        case 4: try await takeBack()
        case 5: try await edit()
        case 6, 7: try await report()
        default: try await decide()
        }
    }

    /// An instant that somebody may tell of: now, long ago, later, or at an edge of a window.
    private mutating func instant() -> Timestamp {
        switch chance.below(6) {
        case 0, 1: return now
        case 2: return now.adding(milliseconds: -Int64(chance.below(50 * 86_400_000)))
        case 3: return now.adding(milliseconds: Int64(chance.below(3 * 86_400_000)))
        case 4:
            let day = zone.day(of: now).adding(days: -chance.below(35))
            return zone.start(of: day).adding(milliseconds: chance.one(of: [-1, 0, 1]))
        default:
            let hours = Int64(chance.one(of: NaiveWindows.hours))
            return now.adding(milliseconds: -hours * 3_600_000 + chance.one(of: [-1, 0, 1]))
        }
    }

    private mutating func buy(at instant: Timestamp? = nil, minor: Int64? = nil) async throws {
        let account = chance.one(of: accounts)
        let minor = minor ?? Int64(1 + chance.below(5_000))
        let isPending = chance.once(in: 3)
        let purchase = account.purchase(
            minor,
            chance.one(of: Self.categories),
            at: chance.one(of: Self.merchants),
            on: instant ?? self.instant(),
            phase: isPending ? .pending : .posted
        )
        let id = try await server.record(purchase, in: account)[0]
        if isPending {
            pending.append((account, id, minor))
        } else {
            posted.append((account, id, minor))
        }
    }

    private mutating func settle() async throws {
        guard !pending.isEmpty else { return try await buy() }
        let (account, id, minor) = pending.remove(at: chance.below(pending.count))
        let isVoid = chance.once(in: 3)
        let amount = isVoid ? minor : Int64(1 + chance.below(5_000))
        var settlement = account.purchase(
            amount,
            chance.one(of: Self.categories),
            at: chance.one(of: Self.merchants),
            on: instant(),
            phase: isVoid ? .void : .post,
            pending: id
        )
        // Who gives it up need not say whose purchase it was.
        if isVoid, chance.once(in: 2) { settlement.member = nil }
        let settled = try await server.record(settlement, in: account)[0]
        if !isVoid { posted.append((account, settled, amount)) }
    }

    private mutating func takeBack() async throws {
        guard !posted.isEmpty else { return try await buy() }
        let (account, id, minor) = posted.remove(at: chance.below(posted.count))
        var reversal = account.reversal(of: id, minor, on: now)
        if chance.once(in: 2) { reversal.member = nil }
        try await server.record(reversal, in: account)
    }

    private mutating func edit() async throws {
        let ids = (pending + posted).map(\.id) + records.map(\.record.transfer)
        guard !ids.isEmpty else { return try await buy() }
        let (id, category) = (chance.one(of: ids), chance.one(of: Self.categories))
        let (call, household, author) = (server.call(), household, members[0].id)
        try await server.database.write { session in
            let head = try Households.head(of: household, in: session).orNotFound()
            let transfer = try Transfers.find(id, of: household, in: session).orNotFound()
            var ledger = try LedgerWriter(head, .standard, in: session)
            try ledger.edit(transfer, AnnotationRecord(category: category), by: author, call)
        }
    }

    /// A bank tells of something new, tells something anew, or withdraws it.
    private mutating func report() async throws {
        let report = ReportedRecord(
            amountMinor: chance.once(in: 6) ? 700 : -Int64(1 + chance.below(5_000)),
            day: zone.day(of: instant()),
            text: "Text",
            merchant: chance.one(of: Self.merchants),
            category: chance.one(of: ["FOOD_AND_DRINK_GROCERIES", "fun", nil]),
            isPending: chance.once(in: 3),
            original: "{}"
        )
        guard !records.isEmpty, chance.once(in: 2) else {
            let account = chance.one(of: accounts)
            let added = try await book(account) { try $0.add([report, report]) }
            records += added.map { (account, $0) }
            return
        }
        let place = chance.below(records.count)
        let (account, record) = records[place]
        if chance.once(in: 3) {
            try await book(account) { try $0.withdraw([record]) }
        } else {
            try await book(account) { _ = try $0.change(record, to: report) }
        }
        let current = try await server.database.read { session in
            try BankRecords.find(record.id, in: session)
        }
        records[place].record = try #require(current)
    }

    @discardableResult
    private func book<R: Sendable>(
        _ account: TestAccount,
        _ work: @escaping @Sendable (inout BankBook) throws -> R
    ) async throws -> R {
        let (call, household, id) = (server.call(), household, account.id)
        return try await server.database.write { session in
            let head = try Households.head(of: household, in: session).orNotFound()
            let ledger = try LedgerWriter(head, .standard, in: session)
            let account = try Accounts.find(id, of: household, in: session).orNotFound()
            var book = try BankBook(account, in: ledger, reportedBy: "test", call)
            let result = try work(&book)
            try book.write()
            return result
        }
    }

    private mutating func decide(at instant: Timestamp? = nil) async throws {
        let isApproved = chance.once(in: 2)
        let record = DecisionRecord(
            id: server.call().newID(),
            household: household,
            member: chance.one(of: members).id,
            merchant: chance.one(of: ["Steam", " steam", "Aldi", " "]),
            categorySource: "given",
            facts: PurchaseFacts(
                amount: Money(minor: Int64(1 + chance.below(5_000)), currency: .usd),
                category: chance.one(of: ["fun", "groceries", "gaming"]),
                override: nil,
                limit: nil,
                spentThisMonth: nil
            ),
            answer: isApproved ? "APPROVE" : "DECLINE",
            reason: isApproved ? "ok" : "risky",
            message: nil,
            trace: "[]",
            decidedAt: instant ?? now
        )
        let (household, zone) = (household, zone)
        try await server.database.write { session in
            let head = try Households.head(of: household, in: session).orNotFound()
            _ = try Decisions.append(record, to: head, in: session)
            guard try Households.named(household, in: session).policiesVersion != 0 else { return }
            try PolicyWindows.add(decision: record, zone: zone, in: session)
        }
    }

    private mutating func changeTimeZone() async throws {
        let name = chance.one(of: Self.zones)
        guard name != zone.identifier else { return }
        try await server.operations.identity.changeTimeZone(
            name,
            email: members[0].email,
            server.call()
        )
        zone = try #require(Zone.named(name))
    }

    /// Something of every kind just before, at and just after the edges of windows and days.
    mutating func buyAtEveryEdge() async throws {
        let today = zone.day(of: now)
        let days = [0, -1, 1, -30, 1 - today.dayOfMonth, -today.weekday].map {
            zone.start(of: today.adding(days: $0))
        }
        let hours = NaiveWindows.hours.map { now.adding(seconds: -Int64($0) * 3_600) }
        for (index, edge) in Set(days + hours + [now]).sorted().enumerated() {
            for shift in [-1, 0, 1] as [Int64] {
                let instant = edge.adding(milliseconds: shift)
                try await buy(at: instant, minor: Int64(1 + index * 3) + shift + 1)
                try await decide(at: instant)
            }
        }
    }

    // MARK: What is held against what

    /// Holds every window of some purchases against the naive reading.
    mutating func check() async throws {
        let naive = try await NaiveWindows(of: household, zone.identifier, server.database)
        let needs = NaiveWindows.needs
        for _ in 0..<3 {
            let purchase = PolicyWindows.Purchase(
                household: household,
                member: chance.one(of: members).id,
                category: chance.one(of: naive.categories),
                merchantKey: chance.one(of: naive.merchantKeys),
                now: now,
                zone: zone
            )
            let values = try await server.database.read { session in
                try PolicyWindows.values(of: needs, for: purchase, in: session)
            }
            #expect(values.count == needs.windows.count)
            let wrong = zip(needs.windows, values).first { window, value in
                value != naive.value(of: window, for: purchase)
            }
            #expect(wrong == nil, "seed \(seed): \(purchase)")
            let firsts = try await server.database.read { session in
                [
                    try PolicyWindows.isFirst(atMerchant: purchase, in: session),
                    try PolicyWindows.isFirst(inCategory: purchase, in: session),
                ]
            }
            #expect(firsts == naive.firsts(for: purchase), "seed \(seed): \(purchase)")
        }
    }

    /// Ends to look back and begins anew: what a window reaches is as it was, row by row.
    mutating func beginAnew() async throws {
        let (household, zone, now) = (household, zone, now)
        _ = try await PolicyWindows.forget(in: server.database, now: now)
        let since = zone.start(of: zone.day(of: now).adding(days: -Limits.policyWindowDays))
        let kept = { @Sendable (session: any Session) in
            (
                Set(
                    try PolicyMoments.list(
                        of: household,
                        [since..<Timestamp(milliseconds: .max)],
                        in: session
                    )
                ),
                try PolicySums.list(of: household, since: zone.day(of: since), in: session)
            )
        }
        let before = try await server.database.read { try kept($0) }
        try await server.database.write { try PolicyWindows.end(of: household, in: $0) }
        #expect(try await server.contents().count("policy_moments") == 0)
        #expect(try await server.contents().count("policy_sums") == 0)
        try await server.database.write { session in
            try PolicyWindows.begin(of: household, zone: zone, .standard, now: now, in: session)
        }
        let after = try await server.database.read { try kept($0) }
        #expect(before.0 == after.0, "seed \(seed)")
        #expect(before.1 == after.1, "seed \(seed)")
        try await check()
    }
}
