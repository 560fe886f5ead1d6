import Foundation
import Kernel
import Programs
import Testbed
import Testing

@testable import Providers

@Suite("Records of Plaid")
struct PlaidRecordTests {
    private static let token = BankAccessToken("t")

    private static func page(_ transaction: String) -> String {
        """
        {"added":[\(transaction)],"modified":[],"removed":[],"next_cursor":"c","has_more":false,\
        "accounts":[],"transactions_update_status":"INITIAL_UPDATE_COMPLETE","request_id":"r"}
        """
    }

    private static func transaction(_ fields: [String: String] = [:]) -> String {
        let all = [
            "transaction_id": #""t1""#, "account_id": #""a1""#, "amount": "12.5",
            "iso_currency_code": #""USD""#, "date": #""2025-01-02""#, "name": #""N""#,
            "pending": "false",
        ]
        .merging(fields) { $1 }
        return "{\(all.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}"
    }

    /// What a client reads of one transaction; `nil` when it understands nothing.
    private func read(_ fields: [String: String]) async throws -> ProviderTransaction? {
        let reply = ScriptedWire.Reply(200, Self.page(Self.transaction(fields)))
        return try await ScriptedWire.with([reply]) { url, _ in
            let page = try? await Banks.client(url).transactions(
                of: Self.token,
                after: nil,
                count: 500,
                now: TestClock.noon
            )
            return page?.added.first
        }
    }

    @Test(
        "have their amounts exactly, whatever a binary fraction would make of them",
        arguments: [
            ("12.5", "USD", 1_250), ("12", "USD", 1_200), ("-0.07", "USD", -7),
            ("19.99", "USD", 1_999), ("19.989999999999998", "USD", 1_999),
            ("0.1", "USD", 10), ("1e2", "USD", 10_000), ("1.005", "USD", 101),
            ("-1.005", "USD", -101), ("1.0049", "USD", 100), ("23631.9805", "USD", 2_363_198),
            ("500", "JPY", 500), ("500.5", "JPY", 501), ("1.234", "KWD", 1_234),
            ("9999999999.99", "USD", 999_999_999_999), ("10000000000.01", "USD", nil),
            ("1e40", "USD", nil), ("2.5", "BTC", 250),
        ] as [(String, String, Int64?)]
    )
    func amounts(number: String, currency: String, minor: Int64?) async throws {
        let read = try await read([
            "amount": number, "iso_currency_code": "\"\(currency)\"",
        ])
        #expect(read?.amountMinor == minor)
        if minor != nil { #expect(read?.currency == Currency(code: currency)) }
    }

    @Test("are read whole")
    func whole() async throws {
        let read = try await read([
            "pending_transaction_id": #""p1""#, "authorized_date": #""2025-01-01""#,
            "merchant_name": #""M""#, "pending": "true",
            "personal_finance_category": #"{"primary":"TRAVEL","detailed":"TRAVEL_FLIGHTS"}"#,
        ])
        #expect(
            read
                == ProviderTransaction(
                    id: "t1",
                    accountID: "a1",
                    pendingID: "p1",
                    amountMinor: 1_250,
                    currency: .usd,
                    day: try #require(CivilDay("2025-01-02")),
                    authorizedDay: CivilDay("2025-01-01"),
                    name: "N",
                    merchantName: "M",
                    primaryCategory: "TRAVEL",
                    detailedCategory: "TRAVEL_FLIGHTS",
                    isPending: true
                )
        )
        let bare = try await self.read(["iso_currency_code": "null", "name": "null"])
        #expect(bare?.currency == nil && bare?.name == "Transaction")
        #expect(bare?.primaryCategory == nil && bare?.isPending == false)
    }

    @Test(
        "that nobody could keep are not taken",
        arguments: [
            ("transaction_id", #""""#), ("transaction_id", #""a b""#), ("account_id", #""\u0000""#),
            ("pending_transaction_id", #""ü""#), ("date", #""2025-02-30""#), ("date", #""today""#),
            ("amount", #""12""#), ("amount", "null"), ("pending", "1"),
            ("transaction_id", "\"\(String(repeating: "x", count: 256))\""),
        ]
    )
    func refused(field: String, value: String) async throws {
        #expect(try await read([field: value]) == nil)
    }

    @Test("have names that can be kept, whatever a merchant calls itself")
    func names() async throws {
        let marks = String(repeating: "\\u0301", count: 400)
        let table = [
            (#""A\u0000B\nC""#, "A B C"), ("\"e\(marks)f\"", "ef"), (#""  ""#, "Transaction"),
            ("\"\(String(repeating: "é", count: 600))\"", String(repeating: "é", count: 500)),
        ]
        for (name, kept) in table {
            #expect(try await read(["name": name])?.name == kept)
        }
    }

    @Test("of an item whose transactions are not fetched yet are none")
    func notReady() async throws {
        let body = """
            {"added":[],"modified":[],"removed":[],"next_cursor":"","has_more":false,\
            "transactions_update_status":"NOT_READY","request_id":"r"}
            """
        for (body, isTaken) in [(body, true), (body.replacing("false", with: "true"), false)] {
            try await ScriptedWire.with([.init(200, body)]) { url, _ in
                let page = try? await Banks.client(url).transactions(
                    of: Self.token,
                    after: nil,
                    count: 1,
                    now: TestClock.noon
                )
                #expect((page != nil) == isTaken)
                #expect(page?.isHistoryComplete != true)
            }
        }
    }

    @Test(
        "are all of the past once Plaid says that it has fetched it",
        arguments: [
            ("NOT_READY", false), ("INITIAL_UPDATE_COMPLETE", false),
            ("HISTORICAL_UPDATE_COMPLETE", true), ("SOMETHING_NEW", false),
        ]
    )
    func history(status: String, isComplete: Bool) async throws {
        let body = """
            {"added":[],"modified":[],"removed":[],"next_cursor":"c","has_more":false,\
            "transactions_update_status":"\(status)","request_id":"r"}
            """
        try await ScriptedWire.with([.init(200, body)]) { url, _ in
            let page = try await Banks.client(url).transactions(
                of: Self.token,
                after: nil,
                count: 1,
                now: TestClock.noon
            )
            #expect(page.isHistoryComplete == isComplete)
        }
    }
}
