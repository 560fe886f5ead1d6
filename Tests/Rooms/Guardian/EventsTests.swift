import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Live events", .timeLimit(.minutes(10)))
struct EventsTests {
    @Test(
        "tell a parent what a child asks for and what came of it, as the list does",
        arguments: Engine.all
    )
    func live(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerBlockedChild()
            try await server.following(parent) { events in
                _ = try await child.authorize(5_000, at: "Star\nbucks")
                let asked = try #require(await events.next())
                #expect(asked.kind == "approval.requested")
                let listed = try await server.get("/guardian/approvals", token: parent.token)
                #expect("[\(asked.data)]" == listed.text)
                let number = try await parent.approvals()[0].id
                try await parent.decide(number, .approve)
                let decided = try #require(await events.next())
                #expect(decided.kind == "approval.decided")
                #expect(decided.id > asked.id)
                let after = try await server.get("/guardian/approvals", token: child.token)
                #expect("[\(decided.data)]" == after.text)
            }
        }
    }

    @Test(
        "go on after the one that was told last: none is lost and none told twice",
        arguments: Engine.all
    )
    func resumed(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerBlockedChild()
            var told: [EventReader.Event] = []
            told += try await server.following(parent) { events in
                _ = try await child.authorize(1)
                _ = try await child.authorize(2)
                return [try #require(await events.next())]
            }
            _ = try await child.authorize(3)
            told += try await server.following(parent, after: told[0].id) { events in
                let missed = [try #require(await events.next()), try #require(await events.next())]
                _ = try await child.authorize(4)
                return missed + [try #require(await events.next())]
            }
            #expect(told.map { Self.amount(in: $0) } == [1, 2, 3, 4])
            #expect(told.map(\.id) == told.map(\.id).sorted())
            try await server.following(parent, after: told[3].id) { events in
                _ = try await child.authorize(5)
                #expect(await events.next().map { Self.amount(in: $0) } == 5)
            }
        }
    }

    private static func amount(in event: EventReader.Event) -> Int? {
        guard case .number(let text)? = try? JSONParser.parse(event.data.utf8)["amount_cents"]
        else { return nil }
        return Int(text)
    }

    @Test(
        "begin with what is new for who names none, or one that was never given out",
        arguments: Engine.all
    )
    func new(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerBlockedChild()
            _ = try await child.authorize(1)
            for (amount, last) in [(2, nil), (3, Int64.max)] {
                try await server.following(parent, after: last) { events in
                    _ = try await child.authorize(Int64(amount))
                    #expect(await events.next().map { Self.amount(in: $0) } == amount)
                }
            }
        }
    }

    @Test("that are too many for one reading are all told, in order", arguments: Engine.all)
    func many(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerBlockedChild()
            let count = 2 * Limits.eventsPerRead + 1
            try await server.database.write { session in
                let head = try #require(try Households.head(of: child.household, in: session))
                for number in 0..<count {
                    try Events.append(
                        .approvalRequested,
                        of: child.id,
                        String(number),
                        after: head,
                        now: TestClock.noon,
                        in: session
                    )
                }
            }
            try await server.following(parent, after: 0) { events in
                for number in 0..<count {
                    #expect(await events.next()?.data == String(number))
                }
            }
        }
    }

    @Test("are found when another process wrote them", arguments: Engine.all)
    func elsewhere(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerBlockedChild()
            let other = try Operations(
                database: server.database,
                passwords: server.operations.identity.passwords,
                tokens: server.operations.identity.tokens,
                banks: server.operations.banking.banks
            )
            try await server.following(parent) { events in
                let input = API.Guardian.AuthorizeRequest(
                    amountCents: 7,
                    merchant: "Steam",
                    category: "fun"
                )
                _ = try await other.guardian.authorizePurchase(input, try server.call(as: child))
                #expect(await events.next().map { Self.amount(in: $0) } == 7)
            }
        }
    }

    @Test("tell nobody what is not theirs to know", arguments: Engine.all)
    func isolation(engine: Engine) async throws {
        try await withServer(engine) { server in
            let (parent, child) = try await server.registerBlockedChild()
            let sibling = try await server.registerChild("sibling@doe.example", of: parent)
            _ = try await parent.setRule("fun", 0, for: sibling.id.text)
            let (stranger, strangersChild) = try await server.registerBlockedChild("roe")
            let buyers = [child, sibling, strangersChild]
            // In order of their numbers, what somebody else bought would stand between one's own.
            let rows: [(TestMember, [Int])] = [
                (parent, [0, 1, 3, 4]), (child, [0, 3]), (sibling, [1, 4]), (stranger, [2, 5]),
                (strangersChild, [2, 5]),
            ]
            for (position, (follower, own)) in rows.enumerated() {
                let amounts = (1...6).map { position * 6 + $0 }
                try await server.following(follower) { events in
                    for (index, cents) in amounts.enumerated() {
                        _ = try await buyers[index % 3].authorize(Int64(cents))
                    }
                    for index in own {
                        let told = await events.next().map { Self.amount(in: $0) }
                        #expect(told == amounts[index], "\(follower.email)")
                    }
                }
            }
        }
    }
}
