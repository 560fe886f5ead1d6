import Kernel
import Testbed
import Testing

@testable import Providers

@Suite("How often Plaid is asked")
struct PlaidRetryTests {
    private static let token = BankAccessToken("access-secret-token")

    private static func failure(_ client: PlaidClient) async -> BankProviderError? {
        await Banks.failure { try await client.accounts(of: token, now: TestClock.noon) }
    }

    @Test("once, when its answer cannot be read", arguments: ["", "{}", "[]"])
    func unreadable(body: String) async throws {
        try await ScriptedWire.with([.init(200, body)]) { url, wire in
            #expect(await Self.failure(Banks.client(url)) == .unreadable)
            #expect(wire.requests.count == 1)
        }
    }

    @Test("again when it asks to be left alone just as long as the longest pause")
    func longest() async throws {
        let body = #"{"error_type":"RATE_LIMIT_EXCEEDED","error_code":"ACCOUNTS_LIMIT"}"#
        try await ScriptedWire.with([.init(429, body, retryAfter: "4")]) { url, wire in
            let rests = Rests()
            #expect(await Self.failure(Banks.client(url, rests))?.kind == .rateLimited)
            #expect(rests.all == [.seconds(4), .seconds(4)])
            #expect(wire.requests.count == 3)
        }
    }
}
