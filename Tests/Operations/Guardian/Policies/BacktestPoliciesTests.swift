import Contract
import Kernel
import Ledger
import SQL
import Testbed
import Testing

@testable import Guardian
@testable import Operations

@Suite("Trying policies on the stored past")
struct BacktestPoliciesTests {
    /// 15.00, 6.00 and 3.00 on one day, 25.00 on the next.
    private static func fill(_ home: TriedHome) async throws {
        try await home.buy(1_500, on: "2025-03-03T09:00:00Z")
        try await home.buy(600, at: "Aldi", on: "2025-03-03T10:00:00Z")
        try await home.buy(300, on: "2025-03-03T11:00:00Z")
        try await home.buy(2_500, on: "2025-03-04T09:00:00Z")
    }

    @Test(
        "what is stopped was not spent, or was, as asked (case 10)",
        arguments: Engine.all,
        [
            (API.Guardian.BacktestMode?.none, [2_500, 600] as [Int64]),
            (.observed, [2_500, 300, 600]),
        ]
    )
    func modes(
        engine: Engine,
        expected: (mode: API.Guardian.BacktestMode?, stopped: [Int64])
    ) async throws {
        try await TriedHome.with(engine) { home in
            try await Self.fill(home)
            let before = try await home.server.contents()
            let report = try await home.report([.daily()], expected.mode)
            #expect(report.purchases == 4 && report.sumCents == 4_900)
            let policy = try #require(report.policies.first)
            #expect(policy.examples.map(\.amountCents) == expected.stopped)
            #expect(policy.stopped == expected.stopped.count && policy.alone == policy.stopped)
            #expect(policy.stoppedCents == expected.stopped.reduce(0, +))
            #expect(policy.byMonth.map(\.month.month.text) == ["2025-03"])
            #expect(policy.byMerchant.map(\.merchant) == ["Steam", "Aldi"])
            #expect(policy.warned == 0 && policy.asked == 0 && report.overridesUsed == 0)
            // The same request gives the same report, and nothing was written.
            let again = try await home.report([.daily()], expected.mode)
            #expect(again.timeless == report.timeless)
            #expect(try await home.server.contents() == before)
        }
    }

    @Test("the days are the household's", arguments: Engine.all)
    func days(engine: Engine) async throws {
        try await TriedHome.with(engine, timeZone: "America/New_York") { home in
            try await home.buy(100, on: "2025-03-04T04:59:59Z")
            try await home.buy(200, on: "2025-03-04T05:00:00Z")
            try await home.buy(300, on: "2025-03-05T04:59:59Z")
            try await home.buy(400, on: "2025-03-05T05:00:00Z")
            let all = try API.Guardian.BacktestPolicy(#"{"amount":{"at_least":1}}"#)
            let report = try await home.report([all], from: "2025-03-04", to: "2025-03-04")
            #expect(report.policies[0].examples.map(\.amountCents) == [300, 200])
        }
    }

    @Test("what windows look back on is told from before the first day", arguments: Engine.all)
    func before(engine: Engine) async throws {
        try await TriedHome.with(engine) { home in
            try await home.buy(1_900, on: "2025-03-01T00:00:00Z")
            try await home.buy(200, on: "2025-03-03T09:00:00Z")
            let spans = [#""month""#, #""week""#, #"{"hours":57}"#, #"{"hours":56}"#]
            let tried = try spans.map { span in
                try API.Guardian.BacktestPolicy(
                    #"{"spent":{"window":\#(span),"over":["member"],"of":"purchases","#
                        + #""more_than":2000}}"#,
                    named: span
                )
            }
            let report = try await home.report(tried, from: "2025-03-02", .observed)
            #expect(report.purchases == 1 && report.sumCents == 200)
            #expect(report.policies.map(\.stopped) == [1, 0, 1, 0])
        }
    }

    @Test(
        "pending, voided, corrected and edited purchases count as they do in the end",
        arguments: Engine.all
    )
    func movements(engine: Engine) async throws {
        try await TriedHome.with(engine) { home in
            let (server, account) = (home.server, home.child)
            let at = { (hour: Int) in Timestamp(test: "2025-03-03T0\(hour):00:00Z") }
            let pending = { (minor: Int64, hour: Int) in
                account.purchase(minor, on: at(hour), phase: .pending)
            }
            let open = try await server.record(pending(1, 1), in: account)[0]
            let posted = try await server.record(pending(2, 2), in: account)[0]
            let voided = try await server.record(pending(4, 3), in: account)[0]
            try await server.record(
                account.purchase(3, on: at(2), phase: .post, pending: posted),
                account.purchase(4, on: at(3), phase: .void, pending: voided),
                account.income(5_000, on: at(4)),
                account.purchase(32, "TRANSFER_IN_ACCOUNT_TRANSFER", on: at(5)),
                in: account
            )
            let back = try await home.buy(8, on: "2025-03-03T07:00:00Z")
            try await server.record(account.reversal(of: back, 8, on: at(8)), in: account)
            let edited = try await home.buy(16, on: "2025-03-03T09:00:00Z")
            try await server.operations.ledger.annotateTransfer(
                edited,
                category: "Gifts of Omi",
                notes: nil,
                server.call(as: account.owner)
            )
            let report = try await home.report([
                API.Guardian.BacktestPolicy(#"{"amount":{"at_least":1}}"#, .warn),
                API.Guardian.BacktestPolicy(#"{"category":["gifts of omi"]}"#),
            ])
            #expect(report.policies[0].examples.map(\.id) == [edited, posted, open])
            #expect(report.policies[0].examples.map(\.amountCents) == [16, 3, 1])
            #expect(report.policies[0].warned == 3 && report.policies[0].stopped == 0)
            #expect(report.policies[1].examples.map(\.id) == [edited])
        }
    }

    @Test(
        "live policies stop beside those that are tried, unless not wanted",
        arguments: Engine.all
    )
    func live(engine: Engine) async throws {
        try await TriedHome.with(engine) { home in
            try await Self.fill(home)
            let id = try await home.keep(#"{"merchant":["aldi"]}"#, named: "Aldi")
            try await home.keep(#"{"amount":{"at_least":1}}"#, named: "Draft", .draft)
            let tried = try API.Guardian.BacktestPolicy(#"{"amount":{"at_least":600}}"#)
            let beside = try await home.report([tried])
            #expect(beside.policies.map(\.alone) == [2] && beside.policies[0].stopped == 3)
            let without = try await home.report([tried], withLive: false)
            #expect(without.policies.map(\.alone) == [3])
            // Tried itself, or under its name, it is not beside.
            let own = try await home.report([API.Guardian.BacktestPolicy(id)])
            #expect(own.policies.map(\.name) == ["Aldi"] && own.policies.map(\.alone) == [1])
            let other = try API.Guardian.BacktestPolicy(#"{"merchant":["steam"]}"#, named: "Aldi")
            #expect(try await home.report([other]).policies.map(\.alone) == [3])
        }
    }

    @Test(
        "without a decision the score is the model's, and code, place and wallet are unknown",
        arguments: Engine.all
    )
    func facts(engine: Engine) async throws {
        try await TriedHome.with(engine) { home in
            try await Self.fill(home)
            let place = { (isUnknownTrue: Bool) in
                #"{"place":{"of":{"lat":1,"lon":2},"within_m":5,"unknown":\#(isUnknownTrue)}}"#
            }
            let tried: [(condition: String, stopped: Int)] = [
                (#"{"avoidable":{"at_least":0}}"#, 4), (#"{"avoidable":{"at_least":1}}"#, 0),
                (#"{"mcc":["0001-9999"]}"#, 0), (#"{"wallet":{"left_less_than":1000000}}"#, 0),
                (place(true), 4), (place(false), 0), (#"{"first_time":"merchant"}"#, 2),
            ]
            let policies = try tried.enumerated().map { number, one in
                try API.Guardian.BacktestPolicy(one.condition, named: "Tried \(number)")
            }
            let report = try await home.report(policies, .observed)
            #expect(report.policies.map(\.stopped) == tried.map(\.stopped))
            // What was bought before the window is no first time in it.
            let first = try await home.report([policies[6]], from: "2025-03-04", .observed)
            #expect(first.policies.map(\.stopped) == [0])
        }
    }

    @Test("a policy of another household is not found (case 11)", arguments: Engine.all)
    func foreign(engine: Engine) async throws {
        try await TriedHome.with(engine) { home in
            let other = try await home.server.registerParent("other@example.com")
            let id = try await home.keep(
                #"{"amount":{"at_least":1}}"#,
                named: "Theirs",
                by: other
            )
            let before = try await home.server.contents()
            for given in [API.Guardian.BacktestPolicy(id), .init(ID(.zero))] {
                let problem = await #expect(throws: Problem.self) {
                    try await home.report([given])
                }
                #expect(problem?.kind == .notFound)
            }
            let stranger = await #expect(throws: Problem.self) {
                try await home.report([.daily()], of: other)
            }
            #expect(stranger?.kind == .notFound)
            #expect(try await home.server.contents() == before)
        }
    }

    @Test("a child tries what is for it, on its own purchases", arguments: Engine.all)
    func child(engine: Engine) async throws {
        try await TriedHome.with(engine) { home in
            let (parent, child) = (home.parent.owner, home.child.owner)
            try await home.buy(2_100, on: "2025-03-03T09:00:00Z")
            try await home.buy(2_200, on: "2025-03-03T09:00:00Z", from: home.parent)
            #expect(try await home.report([.daily()]).purchases == 2)
            #expect(try await home.report([.daily()], of: child).sumCents == 2_100)
            let own = try await home.report([.daily()], as: child)
            #expect(own.purchases == 1 && own.policies[0].examples.map(\.amountCents) == [2_100])
            let forBoth = try await home.keep(#"{"amount":{"at_least":1}}"#, named: "All")
            let forParent = try await home.keep(
                #"{"amount":{"at_least":1}}"#,
                named: "Hers",
                for: parent
            )
            #expect(try await home.report([.init(forBoth)], as: child).purchases == 1)
            let reference = MemberReference(parent.id.text)
            let refused: [(API.Guardian.BacktestPolicy, TestMember?)] = [
                (.init(forParent), nil), (try .daily(), parent),
                (try .init(#"{"amount":{"at_least":1}}"#, for: reference), nil),
            ]
            for (policy, subject) in refused {
                let problem = await #expect(throws: Problem.self) {
                    try await home.report([policy], as: child, of: subject)
                }
                #expect(problem?.kind == .notFound)
            }
            #expect(try await home.report([.init(forParent)]).policies[0].stopped == 1)
        }
    }

    @Test(
        "what is wrong is told by its place",
        arguments: [
            (#"{"all":[{"not":{}}]}"#, "policies[1].when.all[0].not must have exactly one key"),
            (#"{"any":[]}"#, "policies[1].when.any"), (#"{"sum":1}"#, "policies[1].when must"),
        ]
    )
    func faults(condition: String, message: String) async throws {
        try await TriedHome.with(.sqlite) { home in
            let problem = await #expect(throws: Problem.self) {
                try await home.report([.daily(), .init(condition, named: "Other")])
            }
            #expect(problem?.kind == .invalid && problem?.message.hasPrefix(message) == true)
        }
    }
}
