import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Putting money into a wallet, and taking some out")
struct TransactionTests {
    @Test("answers with the movement, as the list shows it from then on", arguments: Engine.all)
    func shape(engine: Engine) async throws {
        try await withWallet(engine) { family in
            let answer = try await family.move("25.50", "Credit", "  Birthday money ")
            #expect(answer.status == 201)
            let id = try #require(try answer.string("id"))
            let parent = family.parent.id.text
            #expect(
                answer.text == """
                    {"id":"\(id)","childId":"\(family.id.text)","amount":25.5,"type":"Credit",\
                    "description":"Birthday money","balanceAfter":25.5,"createdBy":"\(parent)",\
                    "createdByName":"John Doe","createdAt":"2025-01-03T09:00:00Z"}
                    """
            )
            let list = try await family.get("/transactions/children/\(family.id.text)")
            #expect(
                list.text == """
                    {"childId":"\(family.id.text)","totalCount":1,"limit":20,"offset":0,\
                    "transactions":[\(answer.text)]}
                    """
            )
            #expect(try await family.balance() == 2_550)
            let child = try await family.child.purser.call(
                API.Allowance.getChild,
                .init(childID: family.id)
            )
            #expect(child.currentBalance.minor == 2_550)
        }
    }

    @Test("takes out what is there, and nothing more", arguments: Engine.all)
    func funds(engine: Engine) async throws {
        try await withWallet(engine, holding: "10") { family in
            let before = try await family.server.contents()
            let refused = try await family.move("10.01", "Debit")
            #expect(refused.status == 400)
            #expect(try refused.string("error.code") == "INSUFFICIENT_FUNDS")
            #expect(try refused.faults() == ["available 10", "requested 10.01"])
            #expect(try await family.server.contents() == before)
            let taken = try await family.move("10", "Debit")
            #expect(taken.status == 201)
            #expect(try taken.json()["balanceAfter"] == .number("0"))
            let empty = try await family.move("0.01", "Debit")
            #expect(try empty.faults() == ["available 0", "requested 0.01"])
        }
    }

    @Test(
        "names what is wrong, and does nothing",
        arguments: Engine.all,
        [
            (#""amount":0"#, "amount must be more than 0"),
            (#""amount":-5"#, "amount must be more than 0"),
            (#""amount":-0.01"#, "amount must be more than 0"),
            (#""amount":0.001"#, "amount must have at most 2 decimals"),
            (#""amount":10000000000.01"#, "amount is out of range"),
            (#""amount":"5""#, "amount has the wrong type"),
            (#""amount":null"#, "amount is required"),
            (#""amount":[5]"#, "amount has the wrong type"),
            (#""type":"Gift""#, "type must be Credit or Debit"),
            (#""type":1"#, "type has the wrong type"),
            (#""type":" ""#, "type is required"),
            (#""description":"  ""#, "description is required"),
            (#""description":5"#, "description has the wrong type"),
            (#""description":"a\u0000b""#, "description has a control character"),
            (#""childId":"x""#, "childId is not a UUID"),
            (#""childId":5"#, "childId is not a UUID"),
            (#""childId":null"#, "childId is required"),
        ]
    )
    func faults(engine: Engine, row: (member: String, fault: String)) async throws {
        try await withWallet(engine, holding: "10") { family in
            let before = try await family.server.contents()
            let field = row.member.split(separator: ":")[0]
            let right = [
                #""childId":"\#(family.id.text)""#, #""amount":1"#, #""type":"Debit""#,
                #""description":"a""#,
            ].filter { !$0.hasPrefix(field) }
            let body = "{\((right + [row.member]).joined(separator: ","))}"
            let answer = try await family.server.post(
                "/api/v1/transactions",
                body,
                token: family.parent.token
            )
            #expect(answer.status == 400)
            #expect(try answer.string("error.code") == "VALIDATION_ERROR")
            #expect(try answer.faults() == [row.fault])
            #expect(try await family.server.contents() == before)
        }
    }

    @Test("names everything that is wrong at once, in the order of the document")
    func allFaults() async throws {
        try await withWallet(.sqlite) { family in
            let before = try await family.server.contents()
            let required = ["childId", "amount", "type", "description"].map { "\($0) is required" }
            let long = String(repeating: "a", count: 501)
            for (body, faults) in [
                ("{}", required), ("", required),
                (
                    #"{"description":"\#(long)","type":"x","amount":0,"childId":"x"}"#,
                    [
                        "childId is not a UUID", "amount must be more than 0",
                        "type must be Credit or Debit", "description is too long",
                    ]
                ),
            ] {
                let answer = try await family.server.post(
                    "/api/v1/transactions",
                    body,
                    token: family.parent.token
                )
                #expect(answer.status == 400)
                #expect(try answer.faults() == faults)
            }
            #expect(try await family.server.contents() == before)
        }
    }

    @Test("takes a type in any case, and the longest description there may be")
    func bounds() async throws {
        try await withWallet(.sqlite) { family in
            for type in ["credit", "CREDIT", "dEbIt", " Debit "] {
                let answer = try await family.move("1", type)
                #expect(answer.status == 201, "\(type)")
                let word = type.lowercased().contains("credit") ? "Credit" : "Debit"
                #expect(try answer.string("type") == word)
            }
            let longest = String(repeating: "\u{1F600}", count: 500)
            let answer = try await family.move("1e2", "Credit", longest)
            #expect(answer.status == 201)
            #expect(try answer.string("description") == longest)
            #expect(try answer.json()["balanceAfter"] == .number("100"))
            // A binary fraction that was meant as cents is taken as the cents.
            let cents = try await family.move("19.989999999999998", "Debit")
            #expect(try cents.json()["amount"] == .number("19.99"))
            let most = try await family.move("10000000000", "Credit")
            #expect(most.status == 201)
            #expect(try most.json()["amount"] == .number("10000000000"))
        }
    }

    @Test("is done once under a key, and each time without one", arguments: Engine.all)
    func repeats(engine: Engine) async throws {
        try await withWallet(engine) { family in
            let first = try await family.move("25.5", "Credit", key: "k")
            #expect(first.status == 201)
            let before = try await family.server.contents()
            let second = try await family.move("25.5", "Credit", key: "k")
            #expect(second.status == 201)
            #expect(second.headers["Idempotency-Replayed"] == "true")
            #expect(second.body == first.body)
            let third = try await family.move("25.6", "Credit", key: "k")
            #expect(third.status == 409)
            #expect(try third.string("error.code") == "CONFLICT")
            #expect(try await family.server.contents() == before)
            let other = try await family.move("25.5", "Credit")
            let another = try await family.move("25.5", "Credit")
            #expect(try other.string("id") != another.string("id"))
            #expect(try await family.balance() == 7_650)
        }
    }

    @Test("remembers a refusal under its key, with what was available", arguments: Engine.all)
    func refusedRepeat(engine: Engine) async throws {
        try await withWallet(engine) { family in
            let refused = try await family.move("5", "Debit", key: "k")
            #expect(refused.status == 400)
            #expect(try await family.move("5", "Credit").status == 201)
            let again = try await family.move("5", "Debit", key: "k")
            #expect(again.status == 400)
            #expect(again.headers["Idempotency-Replayed"] == "true")
            #expect(again.body == refused.body)
            #expect(try await family.balance() == 500)
        }
    }

    @Test("looks the child up only when every field is right", arguments: Engine.all)
    func order(engine: Engine) async throws {
        try await withWallet(engine) { family in
            let nobody = ID<Entity.Child>(.zero)
            let before = try await family.server.contents()
            #expect(try await family.move("0", "Debit", of: nobody).status == 400)
            #expect(try await family.move("1", "Debit", of: nobody).status == 404)
            #expect(try await family.server.contents() == before)
        }
    }
}
