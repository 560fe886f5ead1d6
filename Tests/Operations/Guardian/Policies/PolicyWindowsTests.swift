import Contract
import Kernel
import Ledger
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import Guardian
@testable import Operations

@Suite("What windows of policies look back on")
struct PolicyWindowsTests {
    /// Begins to keep windows of a household, because a policy is asked in shadow.
    private func begin(_ member: TestMember) async throws {
        let policy = try await member.purser.call(
            API.Guardian.createPolicy,
            API.Guardian.PolicyInput(
                name: "Windows",
                when: try API.Guardian.Condition(#"{"amount":{"at_least":1}}"#),
                then: .warn
            )
        )
        try await set(.shadow, policy.id, member)
    }

    private func set(
        _ state: API.Guardian.PolicyStep,
        _ policy: ID<Entity.Policy>,
        _ member: TestMember
    ) async throws {
        _ = try await member.purser.call(
            API.Guardian.setPolicyState,
            API.Guardian.PolicyStepRequest(policy, state: state)
        )
    }

    /// What a window has for a member that is about to buy for fun at Steam.
    private func value(
        _ span: PolicyWindow.Span,
        _ subject: PolicyWindow.Subject = .purchases,
        _ measure: PolicyWindow.Measure = .sum,
        over scope: PolicyWindow.Scope = PolicyWindow.Scope(),
        of member: TestMember,
        in zone: Zone = .utc,
        _ server: InProcessServer
    ) async throws -> Int64 {
        let window = PolicyWindow(span: span, scope: scope, subject: subject, measure: measure)
        let json =
            measure == .sum
            ? #"{"spent":\#(window.value(moreThan: 0).text)}"#
            : #"{"count":\#(window.value(moreThan: 0).text)}"#
        let policy = try Policy(
            stored: """
                {"created_at_ms":0,"id":"\(member.id.text)","name":"P","state":"live",\
                "then":"decline","when":\(json)}
                """
        )
        let needs = PolicyNeeds(of: [policy.condition])
        #expect(needs.windows == [window])
        let purchase = PolicyWindows.Purchase(
            household: member.household,
            member: member.id,
            category: "fun",
            merchantKey: "steam",
            now: server.clock.now,
            zone: zone
        )
        let values = try await server.database.read { session in
            try PolicyWindows.values(of: needs, for: purchase, in: session)
        }
        return try #require(values.first)
    }

    @Test("is in a rolling window from its first millisecond up to now", arguments: Engine.all)
    func rolling(engine: Engine) async throws {
        try await withServer(engine, clock: TestClock("2025-03-05T11:00:00Z")) { server in
            let parent = try await server.registerParent()
            try await begin(parent)
            for instant in ["11:00:00.000", "11:00:00.001", "11:30:00.000"] {
                server.clock.set("2025-03-05T\(instant)Z")
                _ = try await parent.purser.call(
                    API.Guardian.authorizePurchase,
                    .init(amountCents: 100, merchant: "Steam", category: "fun")
                )
            }
            server.clock.set("2025-03-05T12:00:00.000Z")
            let hour = PolicyWindow.Span.hours(1)
            #expect(try await value(hour, .approvals, .count, of: parent, server) == 3)
            server.clock.set("2025-03-05T12:00:00.001Z")
            #expect(try await value(hour, .approvals, .count, of: parent, server) == 2)
            server.clock.set("2025-03-05T11:30:00.000Z")
            #expect(try await value(hour, .approvals, .count, of: parent, server) == 2)
            #expect(try await value(hour, .approvals, .sum, of: parent, server) == 200)
            #expect(try await value(hour, .declines, .count, of: parent, server) == 0)
        }
    }

    @Test("is in calendar windows up to the end of today", arguments: Engine.all)
    func calendar(engine: Engine) async throws {
        try await withServer(engine, clock: TestClock("2025-03-05T12:00:00Z")) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            try await begin(parent)
            // Monday of the week is the 3rd; 1 cent on the 6th is dated after today.
            for (minor, instant) in [
                (10_000, "2025-02-28T23:59:59.999Z"), (1_000, "2025-03-01T00:00:00Z"),
                (100, "2025-03-02T23:59:59Z"), (10, "2025-03-03T00:00:00Z"),
                (5, "2025-03-05T23:00:00Z"), (1, "2025-03-06T00:00:00Z"),
            ] {
                try await server.record(
                    account.purchase(Int64(minor), on: Timestamp(test: instant)),
                    in: account
                )
            }
            #expect(try await value(.day, of: parent, server) == 5)
            #expect(try await value(.week, of: parent, server) == 15)
            #expect(try await value(.month, of: parent, server) == 1_115)
            #expect(try await value(.month, .purchases, .count, of: parent, server) == 4)
            #expect(try await value(.hours(744), of: parent, server) == 11_110)
            #expect(try await value(.hours(60), of: parent, server) == 10)
            #expect(try await value(.hours(59), of: parent, server) == 0)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test(
        "follows what becomes of a purchase: posted, voided, taken back, edited",
        arguments: Engine.all
    )
    func follows(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            try await begin(parent)
            let now = server.clock.now
            let pending = try await server.record(
                account.purchase(500, on: now, phase: .pending),
                in: account
            )[0]
            #expect(try await value(.day, of: parent, server) == 500)
            let posted = try await server.record(
                account.purchase(400, on: now, phase: .post, pending: pending),
                in: account
            )[0]
            #expect(try await value(.day, of: parent, server) == 400)
            let other = try await server.record(
                account.purchase(70, on: now, phase: .pending),
                in: account
            )[0]
            #expect(try await value(.day, of: parent, server) == 470)
            try await server.record(
                account.purchase(70, on: now, phase: .void, pending: other),
                in: account
            )
            #expect(try await value(.day, of: parent, server) == 400)
            let fun = PolicyWindow.Scope(isOfCategory: true)
            for (word, sum) in [("groceries", Int64(0)), ("Games", 400), ("Income", 0)] {
                try await server.operations.ledger.annotateTransfer(
                    pending,
                    category: word,
                    notes: nil,
                    server.call(as: parent)
                )
                #expect(try await value(.day, over: fun, of: parent, server) == sum, "\(word)")
                #expect(try await server.faultInBooks() == nil, "\(word)")
            }
            // Income is no purchase at all.
            #expect(try await value(.day, .purchases, .count, of: parent, server) == 0)
            try await server.operations.ledger.annotateTransfer(
                pending,
                category: "Games",
                notes: nil,
                server.call(as: parent)
            )
            try await server.record(account.reversal(of: posted, 400, on: now), in: account)
            #expect(try await value(.day, .purchases, .count, of: parent, server) == 0)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("keeps what an edit said where a purchase posts afterwards", arguments: Engine.all)
    func editedBefore(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            try await begin(parent)
            let now = server.clock.now
            let pending = try await server.record(
                account.purchase(500, on: now, phase: .pending),
                in: account
            )[0]
            try await server.operations.ledger.annotateTransfer(
                pending,
                category: "Games",
                notes: nil,
                server.call(as: parent)
            )
            try await server.record(
                account.purchase(400, on: now, phase: .post, pending: pending),
                in: account
            )
            let fun = PolicyWindow.Scope(isOfCategory: true)
            #expect(try await value(.day, over: fun, of: parent, server) == 400)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("tells members, categories and merchants apart", arguments: Engine.all)
    func scopes(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            try await begin(parent)
            let own = try await server.openAccount(of: parent)
            let others = try await server.openAccount(of: child)
            try await server.spend(1, "fun", at: "Steam", from: own)
            try await server.spend(20, "fun", at: "Aldi", from: own)
            try await server.spend(300, "groceries", at: "STEAM ", from: own)
            try await server.spend(4_000, "fun", at: "steam", from: others)
            let sums: [(household: Bool, category: Bool, merchant: Bool, sum: Int64)] = [
                (false, false, false, 321), (false, true, false, 21), (false, false, true, 301),
                (false, true, true, 1), (true, false, false, 4_321), (true, true, false, 4_021),
                (true, false, true, 4_301), (true, true, true, 4_001),
            ]
            for (household, category, merchant, sum) in sums {
                let scope = PolicyWindow.Scope(
                    isOfHousehold: household,
                    isOfCategory: category,
                    isOfMerchant: merchant
                )
                #expect(try await value(.day, over: scope, of: parent, server) == sum)
                server.clock.advance(milliseconds: 1)
                let hours = try await value(.hours(2), over: scope, of: parent, server)
                #expect(hours == sum)
            }
        }
    }

    @Test("is the same when it begins late, and after another time zone", arguments: Engine.all)
    func filled(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            try await begin(parent)
            for second in stride(from: -45 * 86_400, to: 2 * 86_400, by: 77_777) {
                let instant = server.clock.now.adding(seconds: Int64(second))
                let phase: Transfer.Phase = second % 2 == 0 ? .posted : .pending
                try await server.record(
                    account.purchase(Int64(5_000_000 + second), on: instant, phase: phase),
                    in: account
                )
            }
            _ = try await parent.purser.call(
                API.Guardian.authorizePurchase,
                .init(amountCents: 100, merchant: "Steam", category: "fun")
            )
            #expect(try await server.faultInBooks() == nil)
            let tables = ["policy_moments", "policy_sums"]
            let before = try await server.contents()
            #expect(before.count("policy_moments") > 40)
            let listed = try await parent.purser.call(API.Guardian.listPolicies, .init())
            let policy = try #require(listed.policies.first).id
            try await set(.draft, policy, parent)
            #expect(try await server.contents().count("policy_moments") == 0)
            #expect(try await server.contents().count("policy_sums") == 0)
            #expect(try await server.faultInBooks() == nil)
            try await set(.shadow, policy, parent)
            let changed = try await server.contents().changed(since: before)
            #expect(changed.filter(tables.contains) == [])
            try await server.operations.identity.changeTimeZone(
                "Asia/Tokyo",
                email: parent.email,
                server.call()
            )
            let moved = try await server.contents().changed(since: before)
            #expect(moved.contains("policy_sums"))
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("is forgotten when no window reaches it any more", arguments: Engine.all)
    func forgotten(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            try await begin(parent)
            try await server.spend(1, from: account)
            server.clock.advance(seconds: 7 * 86_400)
            try await server.spend(20, from: account)
            let forget = {
                try await PolicyWindows.forget(in: server.database, now: server.clock.now)
            }
            #expect(try await forget() == 0)
            server.clock.advance(seconds: 34 * 86_400)
            #expect(try await forget() == 1)
            #expect(try await server.contents().count("policy_moments") == 1)
            #expect(try await server.contents().count("policy_sums") == 4)
            #expect(try await server.faultInBooks() == nil)
            // What comes in late, dated before that, is not kept; but a little later is.
            let old = server.clock.now.adding(seconds: -41 * 86_400)
            try await server.record(account.purchase(300, on: old), in: account)
            try await server.record(
                account.purchase(4_000, on: old.adding(seconds: 2 * 86_400)),
                in: account
            )
            #expect(try await server.contents().count("policy_moments") == 2)
            #expect(try await server.faultInBooks() == nil)
            #expect(try await forget() == 0)
        }
    }

    @Test("is found by verify when it is not what it should be", arguments: Engine.all)
    func tampered(engine: Engine) async throws {
        let changes: [(statement: String, row: String)] = [
            ("UPDATE policy_moments SET amount_minor = 2", "policy_moments"),
            ("UPDATE policy_moments SET category = 'groceries'", "policy_moments"),
            ("DELETE FROM policy_moments", "policy_moments"),
            ("UPDATE policy_sums SET purchase_count = 2 WHERE category = ''", "policy_sums"),
            ("DELETE FROM policy_sums WHERE merchant_key <> ''", "policy_sums"),
            ("UPDATE households SET policies_since_ms = NULL", "households"),
            ("UPDATE households SET policies_version = 0", "households"),
        ]
        for (statement, row) in changes {
            try await withServer(engine) { server in
                let parent = try await server.registerParent()
                let account = try await server.openAccount(of: parent)
                try await begin(parent)
                try await server.spend(1, from: account)
                #expect(try await server.faultInBooks() == nil)
                _ = try await server.database.write { try $0.run(Statement(statement)) }
                let fault = try #require(await server.faultInBooks())
                #expect(fault.contains(row), "\(statement)")
            }
        }
    }

    @Test("of a household without policies is nothing", arguments: Engine.all)
    func nothing(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            let other = try await server.registerParent("other@example.com")
            try await begin(other)
            try await server.spend(1, from: account)
            #expect(try await server.contents().count("policy_moments") == 0)
            #expect(try await server.contents().count("policy_sums") == 0)
        }
    }

    @Test("tells where a member bought before, pending purchases too", arguments: Engine.all)
    func firsts(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let account = try await server.openAccount(of: parent)
            try await begin(parent)
            let purchase = { (member: TestMember, category: String, merchant: String) in
                PolicyWindows.Purchase(
                    household: member.household,
                    member: member.id,
                    category: category,
                    merchantKey: merchant,
                    now: server.clock.now,
                    zone: .utc
                )
            }
            let isFirst = { (purchase: PolicyWindows.Purchase) in
                try await server.database.read { session in
                    [
                        try PolicyWindows.isFirst(atMerchant: purchase, in: session),
                        try PolicyWindows.isFirst(inCategory: purchase, in: session),
                    ]
                }
            }
            let old = server.clock.now.adding(seconds: -400 * 86_400)
            try await server.record(
                account.purchase(1, "groceries", at: "Aldi", on: old),
                in: account
            )
            #expect(try await isFirst(purchase(parent, "groceries", "aldi")) == [false, false])
            #expect(try await isFirst(purchase(parent, "fun", "steam")) == [true, true])
            #expect(try await isFirst(purchase(child, "groceries", "aldi")) == [true, true])
            let pending = try await server.record(
                account.purchase(1, on: server.clock.now, phase: .pending),
                in: account
            )[0]
            #expect(try await isFirst(purchase(parent, "fun", "steam")) == [false, false])
            try await server.record(
                account.purchase(1, on: server.clock.now, phase: .void, pending: pending),
                in: account
            )
            #expect(try await isFirst(purchase(parent, "fun", "steam")) == [true, true])
        }
    }
}
