import Contract
import Kernel
import Ledger
import Operations
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What a search by words finds")
struct SearchScoresTests {
    /// The household of two rows of the contract's case 15a.
    private func withTwoRows(
        _ engine: Engine,
        _ work: (InsightsHome) async throws -> Void
    ) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let account = try await home.server.openAccount(of: home.owner)
            for (merchant, text) in [
                ("Blue Bottle", "SQ *BLUE BOTTLE 0231"), (nil, "WHOLEFDS MKT 10233 AUSTIN TX"),
            ] as [(String?, String)] {
                try await home.server.record(
                    NewTransfer(
                        debitAccount: account.id,
                        creditAccount: account.world,
                        amount: Money(minor: 700, currency: .usd),
                        kind: .purchase,
                        member: home.owner.id,
                        details: Transfer.Details(merchant: merchant, text: text),
                        occurredAt: Timestamp(test: "2025-06-05T12:00:00Z")
                    ),
                    in: account
                )
            }
            for row in try await home.overview("").transactions {
                let isFirst = row.merchantName == "Blue Bottle"
                let notes = isFirst ? #","notes":"latte with Dana""# : ""
                let answer = try await home.patch(
                    row.id.text,
                    #"{"category":"Food and Drink"\#(notes)}"#
                )
                #expect(try answer.string("category") == "Food and Drink")
            }
            try await work(home)
        }
    }

    @Test("is scored by meaning and words", arguments: Engine.all)
    func scores(engine: Engine) async throws {
        try await withTwoRows(engine) { home in
            for (query, merchant, thousandths, terms) in [
                ("grocries", "WHOLEFDS MKT 10233 AUSTIN TX", 771, ["groceries"]),
                ("latte in austin", "Blue Bottle", 621, ["latte"]),
            ] as [(String, String, Int64, [String])] {
                let found = try await home.search(#"{"q":"\#(query)"}"#)
                #expect(found.references.map(\.merchant) == [merchant])
                #expect(found.dict.merchants == ["m1": merchant] && found.stats.count == 1)
                let source = try #require(found.references.first)
                #expect(abs(source.score.tenThousandths - thousandths * 10) <= 10)
                #expect(source.matchedTerms == terms)
                #expect(source.reasons.contains("matched terms: \(terms[0])"))
                #expect(source.reasons.contains("similar meaning"))
            }
        }
    }

    @Test("of hostile, foreign and empty texts is no failure", arguments: Engine.all)
    func texts(engine: Engine) async throws {
        try await InsightsHome.demo(engine) { home in
            let before = try await home.overview("").total
            let row = try #require(try await home.may().transactions.first)
            let hebrew = "יום הולדת"
            #expect(try await home.patch(row.id.text, #"{"notes":"\#(hebrew)"}"#).status == 200)
            let found = try await home.search(#"{"q":"הולדת"}"#)
            #expect(found.references.map(\.transactionID) == [row.id])
            for text in [
                "the in of and", "🎉🎉", "👩‍👩‍👧", "؟", "مرحبا", "12345678901234567890", "%", "_", "*",
                "'; DROP TABLE entries; --", "\" OR 1=1 --", "$1", "a\u{0301}\u{0323}", "é", "ß",
                String(repeating: "a", count: 500), String(repeating: "ä ", count: 250),
                String(repeating: "7", count: 500), String(repeating: "🎉", count: 500),
            ] {
                let body = JSON.object([JSON.Member("q", .string(text))]).text
                let answer = try await home.search(body)
                #expect(answer.references.allSatisfy { $0.score.tenThousandths <= 10_000 })
                let merchant = JSON.object([JSON.Member("merchant", .string(text))]).text
                if text.unicodeScalars.count <= 255 { _ = try await home.search(merchant) }
            }
            #expect(try await home.search(#"{"q":"'; DROP TABLE entries; --"}"#).stats.count >= 0)
            #expect(try await home.search(#"{"q":"🎉🎉"}"#).stats.count == 0)
            #expect(try await home.overview("").total == before)
        }
    }

    @Test("is refused where a field breaks its rule", arguments: Engine.all)
    func refusals(engine: Engine) async throws {
        try await InsightsHome.with(engine, linked: false) { home in
            let before = try await home.server.contents()
            let long = { String(repeating: "a", count: $0) }
            for (body, fault) in [
                (#"{"q":"\#(long(501))"}"#, "q is too long"),
                (#"{"query":"\#(long(10_000))"}"#, "query is too long"),
                (#"{"q":"a","query":"b"}"#, "query must be the same as q"),
                (#"{"q":"a\u0000"}"#, "q has a control character"),
                (#"{"q":7}"#, "q has the wrong type"),
                (#"{"from":"2025-06-02","to":"2025-06-01"}"#, "to must not be before from"),
                (#"{"from":"2025-02-30"}"#, "from must be a day such as 2025-01-15"),
                (#"{"amountMin":2,"amountMax":1}"#, "amountMax must not be less than amountMin"),
                (#"{"amountMin":-1}"#, "amountMin is out of range"),
                (#"{"amountMax":1.5}"#, "amountMax has the wrong type"),
                (#"{"topK":0}"#, "topK is out of range"),
                (#"{"topK":101}"#, "topK is out of range"),
                (#"{"categories":["\#(long(65))"]}"#, "categories has a name that is too long"),
                (#"{"category":"\#(long(65))"}"#, "category is too long"),
                (#"{"merchant":"\#(long(256))"}"#, "merchant is too long"),
            ] {
                let answer = try await home.searchAnswer(body)
                #expect(answer.status == 400, "\(body)")
                #expect(try answer.faults() == [fault], "\(body)")
            }
            let chat = try await home.searchAnswer("{}", chat: long(65))
            #expect(chat.status == 400)
            #expect(try chat.faults() == ["X-Chat-Id is too long"])
            #expect(try await home.searchAnswer("[]").status == 400)
            let anonymous = try await home.server.raw("POST", "/rag/search", "{}")
            #expect(anonymous.status == 401)
            #expect(try await home.server.contents() == before)
            let longest = try await home.search(#"{"q":"\#(long(500))"}"#, chat: long(64))
            #expect(longest.chatID == long(64) && longest.stats.count == 0)
        }
    }
}
