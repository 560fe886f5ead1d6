import Contract
import Kernel
import Ledger
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("An edit of a transaction")
struct UpdateTransactionTests {
    private func wholeFoods(_ home: InsightsHome) async throws -> API.Insights.Transaction {
        let rows = try await home.may().transactions
        return try #require(rows.first { $0.merchantName == "Whole Foods" })
    }

    @Test("counts at once, on every surface, and survives a sync", arguments: Engine.all)
    func edit(engine: Engine) async throws {
        try await InsightsHome.with(engine) { home in
            let row = try await wholeFoods(home)
            let answer = try await home.patch(
                row.id.text,
                #"{"category":"dining","notes":"party"}"#
            )
            #expect(answer.status == 200)
            #expect(try answer.string("traceId") == answer.headers["X-Request-Trace"])
            let edited = try API.Insights.updateTransaction.output(of: answer.body)
            #expect(edited.category == "Dining" && edited.notes == "party")
            #expect(edited.id == row.id && edited.amount == row.amount)
            #expect(edited.occurredAt == row.occurredAt)
            let sums = try await home.may().aggregates
            #expect(sums.categoryTotals["Groceries"]?.minor == -43_830)
            #expect(sums.categoryTotals["Dining"]?.minor == -8_750 - 14_235)
            let banking = try await home.owner.purser.call(
                API.Banking.listTransactions,
                .init(limit: PageNumber(100))
            )
            let same = banking.transactions.first { $0.transactionID == row.id }
            #expect(same?.notes == "party" && same?.primaryCategory == "Food and Drink")
            let synced = try await home.owner.syncTransactions(forceFullSync: true)
            #expect(synced.status == .completed && synced.syncedCount == 0)
            let kept = try await home.may().transactions.first { $0.id == row.id }
            #expect(kept?.category == "Dining" && kept?.notes == "party")
            #expect(try await home.overview("").total == 112)
        }
    }

    @Test("changes what it names; empty notes are taken away", arguments: Engine.all)
    func fields(engine: Engine) async throws {
        try await InsightsHome.with(engine) { home in
            let id = try await wholeFoods(home).id.text
            for (body, category, notes) in [
                (#"{"notes":" for Dana "}"#, "Groceries", "for Dana"),
                (#"{"category":"Birthday"}"#, "Birthday", "for Dana"),
                (#"{"category":"","notes":"x"}"#, "Birthday", "x"),
                (#"{"category":"UTILITIES","notes":null}"#, "Utilities", "x"),
                (#"{"notes":""}"#, "Utilities", nil), (#"{"notes":"  "}"#, "Utilities", nil),
                (#"{"category":"Coffee"}"#, "Coffee", nil),
                (#"{"category":"transfer"}"#, "Transfer", nil),
            ] as [(String, String, String?)] {
                let answer = try await home.patch(id, body)
                #expect(answer.status == 200, "\(body)")
                let edited = try API.Insights.updateTransaction.output(of: answer.body)
                #expect(edited.category == category && edited.notes == notes, "\(body)")
                let listed = try await home.may().transactions.first { $0.id.text == id }
                #expect(listed?.category == category && listed?.notes == notes, "\(body)")
            }
            // What is a transfer by now is spent no more.
            #expect(try await home.may().aggregates.expenseTotal.minor == -431_779 + 14_235)
        }
    }

    @Test("that says nothing, too much or anything else is refused", arguments: Engine.all)
    func refusals(engine: Engine) async throws {
        try await InsightsHome.with(engine) { home in
            let id = try await wholeFoods(home).id.text
            let before = try await home.server.contents()
            for (body, fault) in [
                ("{}", "category or notes must be there"),
                (#"{"category":" "}"#, "category or notes must be there"),
                (#"{"amount":1,"category":"a"}"#, "amount is not known here"),
                (#"{"category":7}"#, "category has the wrong type"),
                (#"{"notes":{}}"#, "notes has the wrong type"),
                (#"{"category":"\#(String(repeating: "a", count: 65))"}"#, "category is too long"),
                (#"{"notes":"\#(String(repeating: "ä", count: 256))"}"#, "notes is too long"),
                (#"{"notes":"a\u0000"}"#, "notes has a control character"),
            ] {
                let answer = try await home.patch(id, body)
                #expect(answer.status == 400, "\(body)")
                #expect(try answer.faults() == [fault], "\(body)")
            }
            let closed = try await home.patch(id, #"{"amount":1}"#)
            #expect(closed.status == 400)
            #expect(try closed.faults().contains("amount is not known here"))
            for unknown in ["00000000-0000-7000-8000-000000000000", "7", "sync"] {
                let answer = try await home.patch(unknown, #"{"notes":"a"}"#)
                #expect(answer.status == (unknown == "sync" ? 405 : 404), "\(unknown)")
            }
            #expect(try await home.server.contents() == before)
            let longest = String(repeating: "a", count: 64)
            #expect(try await home.patch(id, #"{"category":"\#(longest)"}"#).status == 200)
        }
    }

    @Test("is of the caller's own transactions alone", arguments: Engine.all)
    func others(engine: Engine) async throws {
        try await InsightsHome.with(engine) { home in
            let id = try await wholeFoods(home).id.text
            let other = try await home.server.registerParent("other@example.com")
            let child = try await home.server.registerChild(of: home.owner)
            let second = try await home.server.registerSecondParent(
                "second@example.com",
                of: home.owner
            )
            let before = try await home.server.contents()
            let nobody = "00000000-0000-7000-8000-000000000000"
            for member in [other, child, second] {
                let answers = try await [id, nobody].asyncMap { id in
                    try await home.server.raw(
                        "PATCH",
                        "/transactions/\(id)",
                        #"{"notes":"mine"}"#,
                        token: member.token,
                        headers: ["X-Request-Trace": "t"]
                    )
                }
                #expect(answers[0].status == 404 && answers[0].text == answers[1].text)
            }
            #expect(try await home.server.contents() == before)
        }
    }

    @Test("is done once for a key, and nothing is recorded of none", arguments: Engine.all)
    func repeats(engine: Engine) async throws {
        try await InsightsHome.with(engine) { home in
            let id = try await wholeFoods(home).id.text
            let first = try await home.patch(id, #"{"notes":"a"}"#, key: "k")
            let edits = try await home.server.contents().count("edits")
            let again = try await home.patch(id, #"{"notes":"a"}"#, key: "k")
            #expect(again.body == first.body && again.status == 200)
            #expect(again.headers["Idempotency-Replayed"] == "true")
            #expect(try await home.patch(id, #"{"notes":"b"}"#, key: "k").status == 409)
            #expect(try await home.patch(id, #"{"notes":"a"}"#).status == 200)
            #expect(try await home.server.contents().count("edits") == edits)
        }
    }

    @Test("works on what no bank tells, too", arguments: Engine.all)
    func kept(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let account = try await home.server.openAccount(of: home.owner)
            let at = Timestamp(test: "2025-06-05T12:00:00Z")
            let pending = try await home.server.record(
                account.purchase(4_000, on: at, phase: .pending),
                in: account
            )[0]
            try await home.server.record(
                account.purchase(4_500, on: at, phase: .post, pending: pending),
                in: account
            )
            let row = try #require(try await home.overview("").transactions.first)
            let edited = try await home.owner.updateTransaction(
                row.id,
                category: "Pets"
            )
            #expect(edited.category == "Pets" && edited.amount.minor == -4_500)
            #expect(edited.occurredAt.instant == at)
            let sums = try await home.overview("").aggregates
            #expect(sums.categoryTotals == ["Pets": DecimalAmount(minor: -4_500)])
        }
    }
}

extension Array {
    fileprivate func asyncMap<Other>(
        _ transform: (Element) async throws -> Other
    ) async throws -> [Other] {
        var others: [Other] = []
        for element in self { others.append(try await transform(element)) }
        return others
    }
}
