import Contract
import Kernel
import Operations
import PurserKit
import SQL
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What members made of transactions, as devices copy it")
struct TransactionEditCopyTests {
    /// Runs `work` with two transactions of the child.
    private func withTransactions(
        _ engine: Engine,
        _ work: (CopyFamily, [ID<Entity.Entry>]) async throws -> Void
    ) async throws {
        try await withCopies(engine) { home in
            let account = try await home.server.openAccount(of: home.child.member)
            var ids: [ID<Entity.Entry>] = []
            for minor in [5_000, 700] {
                let transfer = try await home.server.spend(Int64(minor), from: account)
                ids.append(ID(transfer.raw))
            }
            try await work(home, ids)
        }
    }

    /// A transaction as the child's own lists show it.
    private static func shown(
        _ id: ID<Entity.Entry>,
        _ home: CopyFamily
    ) async throws -> API.Insights.Transaction {
        let list = try await home.child.member.transactionsOverview()
        return try #require(list.transactions.first { $0.id == id })
    }

    @Test("is made, changed, and taken away by a value without fields", arguments: Engine.all)
    func edits(engine: Engine) async throws {
        try await withTransactions(engine) { home, ids in
            let child = home.child.member
            let path = "transactionEdit/\(ids[0].text)"
            let before = try await Self.shown(ids[0], home)
            #expect(try await home.server.get("/sync/\(path)", token: child.token).status == 404)
            let none = try await home.make(path, "{}", by: child)
            #expect(try none.faults() == ["category or notes must be there"])
            let made = try await home.make(path, #"{"category":"dining"}"#, by: child)
            #expect(made.status == 201)
            #expect(try made.string("value.category") == "Dining")
            let version = try made.number("version")
            #expect(try await Self.shown(ids[0], home).category == "Dining")
            let again = try await home.make(path, #"{"notes":"party"}"#, by: child)
            #expect(again.status == 412)
            #expect(try again.json()["current"] == made.json())
            let body = #"{"category":"DINING"}"#
            let same = try await home.change(path, body, version, by: child)
            #expect(same.status == 200 && same.text == made.text)
            // The whole value is what is sent: what is left out is as it was reported.
            let other = #"{"notes":"party"}"#
            let changed = try await home.change(path, other, version, by: child)
            #expect(try changed.number("version") == version + 1)
            let noted = try await Self.shown(ids[0], home)
            #expect(noted.category == before.category && noted.notes == "party")
            let late = try await home.change(path, body, version, by: child)
            #expect(late.status == 412)
            #expect(try late.json()["current"] == changed.json())
            let taken = try await home.change(path, "{}", version + 1, by: child)
            #expect(taken.status == 200)
            #expect(try taken.json()["value"] == .object([]))
            let after = try await Self.shown(ids[0], home)
            #expect(after.category == before.category && after.notes == nil)
            // It is a record still, from which the next edit is made.
            let next = try await home.change(path, body, version + 2, by: child)
            #expect(next.status == 200)
            #expect(try await home.remove(path, version + 3, by: child).status == 405)
            let unknown = "transactionEdit/\(CopyFamily.uuid(1))"
            #expect(try await home.make(unknown, body, by: child).status == 404)
            let long = #"{"category":"\#(String(repeating: "x", count: 65))"}"#
            #expect(try await home.change(path, long, version + 3, by: child).status == 400)
        }
    }

    @Test("moves with the document's endpoint", arguments: Engine.all)
    func documents(engine: Engine) async throws {
        try await withTransactions(engine) { home, ids in
            let child = home.child.member
            let start = try await home.changes(for: child).cursor
            _ = try await child.updateTransaction(ids[0], category: "dining")
            let first = try await home.changes(since: start, for: child)
            #expect(first.changes.map(\.kind) == ["transactionEdit"])
            #expect(first.changes.map(\.id.text) == [ids[0].text])
            #expect(first.changes.map(\.updatedBy) == [child.id])
            let path = "transactionEdit/\(ids[0].text)"
            let body = #"{"category":"Dining","notes":"party"}"#
            let changed = try await home.change(path, body, first.cursor, by: child)
            #expect(try changed.number("version") == first.cursor + 1)
            // What changes nothing is no change here either.
            _ = try await child.updateTransaction(ids[0], category: "dining")
            #expect(try await home.changes(for: child).cursor == first.cursor + 1)
            _ = try await child.updateTransaction(ids[0], category: "Gifts")
            let record = try await child.purser.copy(API.Sync.transactionEdit, ids[0])
            #expect(record.version == first.cursor + 2)
            #expect(record.value == .init(category: "Gifts", notes: "party"))
        }
    }

    @Test("is its member's alone", arguments: Engine.all)
    func own(engine: Engine) async throws {
        try await withTransactions(engine) { home, ids in
            let child = home.child.member
            let path = "transactionEdit/\(ids[0].text)"
            let body = #"{"notes":"mine"}"#
            let others = [home.parent, home.family.sibling.member, home.family.stranger]
            for other in others {
                #expect(try await home.make(path, body, by: other).status == 404)
            }
            let version = try await home.make(path, body, by: child).number("version")
            for other in others {
                let shown = try await home.server.get("/sync/\(path)", token: other.token)
                #expect(shown.status == 404)
                #expect(try await home.make(path, body, by: other).status == 404)
                #expect(try await home.change(path, body, version, by: other).status == 404)
                let seen = try await home.changes(kinds: "transactionEdit", for: other)
                #expect(seen.changes.isEmpty)
            }
            let seen = try await home.changes(kinds: "transactionEdit", for: child)
            #expect(seen.changes.map(\.version) == [version])
        }
    }

    @Test("is not told to a token that may not read Banking", arguments: Engine.all)
    func scopes(engine: Engine) async throws {
        try await withTransactions(engine) { home, ids in
            let child = home.child.member
            _ = try await child.updateTransaction(ids[0], category: "dining")
            let call = try home.server.call(as: child)
            guard case .member(let bearer) = call.caller else { throw Unsigned() }
            let kinds = { (scopes: APIScopes) async throws -> Set<String> in
                let some = SignedIn(
                    member: bearer.member,
                    household: bearer.household,
                    role: bearer.role,
                    session: bearer.session,
                    scopes: scopes
                )
                let page = try await home.server.operations.sync.listChanges(
                    .init(),
                    home.server.call(as: .member(some))
                )
                return Set(page.changes.map(\.kind))
            }
            #expect(try await kinds(.all) == ["child", "transactionEdit"])
            #expect(try await kinds(.bankingRead) == ["transactionEdit"])
            #expect(try await kinds([.allowanceRead, .guardianRead, .rewardsRead]) == ["child"])
        }
    }

    private struct Unsigned: Error {}

    @Test("of a transaction that lists show no more stays, and is not changed")
    func hidden() async throws {
        try await withCopies(.sqlite) { home in
            let child = home.child.member
            let account = try await home.server.openAccount(of: child)
            let transfer = try await home.server.spend(5_000, from: account)
            let id = ID<Entity.Entry>(transfer.raw)
            let path = "transactionEdit/\(id.text)"
            let made = try await home.make(path, #"{"notes":"mine"}"#, by: child)
            let version = try made.number("version")
            let refund = account.reversal(of: transfer, 5_000, on: home.server.clock.now)
            try await home.server.record(refund, in: account)
            let shown = try await home.server.get("/sync/\(path)", token: child.token)
            #expect(shown.text == made.text)
            let changed = try await home.change(path, #"{"notes":"ours"}"#, version, by: child)
            #expect(changed.status == 404)
        }
    }

    private static let filling = Statement(
        """
        WITH RECURSIVE numbers (number) AS (
            SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 511
        )
        INSERT INTO sync_records (household_id, kind, id, version, member_id)
        SELECT CAST($1 AS TEXT), 'transactionEdit', 'x' || number, 1, CAST($2 AS TEXT)
        FROM numbers
        """
    )

    @Test(
        "is made by devices up to a bound, which keeps nobody from editing",
        arguments: Engine.all
    )
    func bounded(engine: Engine) async throws {
        try await withServer(engine) { server in
            let home = CopyFamily(family: try await AllowanceFamily(server))
            let (parent, body) = (home.parent, #"{"notes":"mine"}"#)
            let account = try await server.openAccount(of: parent)
            _ = try await server.database.write { session in
                try session.run(Self.filling, [.id(parent.household), .id(parent.id)])
            }
            var ids: [ID<Entity.Entry>] = []
            for _ in 1...2 { ids.append(ID(try await server.spend(500, from: account).raw)) }
            #expect(try await home.make("transactionEdit/\(ids[0].text)", body).status == 201)
            #expect(try await home.make("transactionEdit/\(ids[1].text)", body).status == 409)
            let edited = try await parent.updateTransaction(ids[1], category: "dining")
            #expect(edited.category == "Dining")
        }
    }
}
