import Kernel
import Programs
import Testbed
import Testing

@testable import Providers

@Suite("Plaid, when things fail")
struct PlaidFaultTests {
    private static let now = TestClock.noon
    private static let token = BankAccessToken("access-secret-token")

    private static func error(_ type: String, _ code: String) -> String {
        """
        {"error_type":"\(type)","error_code":"\(code)","error_message":"m","display_message":null,\
        "request_id":"HNTDNrA8F1shFEW"}
        """
    }

    private static func accounts(_ client: PlaidClient) async -> BankProviderError? {
        await Banks.failure { try await client.accounts(of: token, now: now) }
    }

    @Test(
        "has each error told by what is to be done about it",
        arguments: [
            (400, "ITEM_ERROR", "ITEM_LOGIN_REQUIRED", .loginRequired, false),
            (400, "ITEM_ERROR", "ITEM_LOCKED", .loginRequired, false),
            (400, "ITEM_ERROR", "INVALID_CREDENTIALS", .loginRequired, false),
            (400, "ITEM_ERROR", "ITEM_NOT_FOUND", .refused, false),
            (400, "ITEM_ERROR", "PRODUCT_NOT_READY", .refused, false),
            (400, "INVALID_INPUT", "INVALID_PUBLIC_TOKEN", .invalidPublicToken, false),
            (400, "INVALID_INPUT", "INVALID_API_KEYS", .refused, false),
            (401, "INVALID_INPUT", "UNAUTHORIZED_ENVIRONMENT", .refused, false),
            (
                400, "TRANSACTIONS_ERROR", "TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION",
                .mutationDuringPagination, false
            ),
            (429, "RATE_LIMIT_EXCEEDED", "TRANSACTIONS_LIMIT", .rateLimited, true),
            (400, "RATE_LIMIT_EXCEEDED", "ACCOUNTS_LIMIT", .rateLimited, true),
            (400, "INSTITUTION_ERROR", "INSTITUTION_DOWN", .unreachable, true),
            (400, "INSTITUTION_ERROR", "INSTITUTION_NOT_RESPONDING", .unreachable, true),
            (400, "INSTITUTION_ERROR", "INSTITUTION_NO_LONGER_SUPPORTED", .refused, false),
            (500, "API_ERROR", "INTERNAL_SERVER_ERROR", .unreachable, true),
            (503, "API_ERROR", "PLANNED_MAINTENANCE", .unreachable, true),
        ] as [(Int, String, String, BankProviderError.Kind, Bool)]
    )
    func table(
        status: Int,
        type: String,
        code: String,
        kind: BankProviderError.Kind,
        isRetryable: Bool
    ) async throws {
        try await ScriptedWire.with([.init(status, Self.error(type, code))]) { url, wire in
            let failure = await Self.accounts(Banks.client(url))
            #expect(
                failure
                    == BankProviderError(kind, code: code, requestID: "HNTDNrA8F1shFEW")
            )
            #expect(failure?.isRetryable == isRetryable)
            #expect(wire.requests.count == (isRetryable ? Limits.bankCallAttempts : 1))
        }
    }

    @Test(
        "has answers that are no answer of Plaid's told as what they are",
        arguments: [
            (404, "<html>", .refused, "HTTP_404"), (502, "", .unreachable, "HTTP_502"),
            (429, "slow down", .rateLimited, "HTTP_429"), (302, "", .unreachable, "HTTP_302"),
            (408, "", .unreachable, "HTTP_408"), (200, "", .unreachable, "UNREADABLE"),
            (200, "{}", .unreachable, "UNREADABLE"), (200, "[]", .unreachable, "UNREADABLE"),
            (400, #"{"error_code":"<script>"}"#, .refused, "HTTP_400"),
            (400, #"{"error_code":7}"#, .refused, "HTTP_400"),
        ] as [(Int, String, BankProviderError.Kind, String)]
    )
    func garbage(
        status: Int,
        body: String,
        kind: BankProviderError.Kind,
        code: String
    ) async throws {
        try await ScriptedWire.with([.init(status, body)]) { url, _ in
            let failure = await Self.accounts(Banks.client(url))
            #expect(failure == BankProviderError(kind, code: code))
        }
    }

    @Test("asks again after pauses that grow, half of them by chance")
    func pauses() async throws {
        let failing = ScriptedWire.Reply(500, Self.error("API_ERROR", "INTERNAL_SERVER_ERROR"))
        let good = ScriptedWire.Reply(200, #"{"accounts":[],"item":{"item_id":"i"}}"#)
        for (chance, expected) in [
            (0.0, [Duration.milliseconds(250), .milliseconds(500)]),
            (0.5, [.milliseconds(375), .milliseconds(750)]),
        ] {
            try await ScriptedWire.with([failing, failing, good]) { url, wire in
                let rests = Rests()
                let client = Banks.client(url, rests, chance: chance)
                let accounts = try await client.accounts(of: Self.token, now: Self.now)
                #expect(accounts.itemID == "i" && accounts.accounts.isEmpty)
                #expect(rests.all == expected)
                #expect(wire.requests.count == 3)
            }
        }
    }

    @Test(
        "leaves Plaid alone as long as it says, and gives up where that is long",
        arguments: [
            ("2", [Duration.seconds(2), .seconds(2)]),
            ("0", [.milliseconds(250), .milliseconds(500)]),
            ("5", []), ("99999999", []), ("-1", [.milliseconds(250), .milliseconds(500)]),
            ("soon", [.milliseconds(250), .milliseconds(500)]),
        ] as [(String, [Duration])]
    )
    func retryAfter(seconds: String, pauses: [Duration]) async throws {
        let body = Self.error("RATE_LIMIT_EXCEEDED", "ACCOUNTS_LIMIT")
        try await ScriptedWire.with([.init(429, body, retryAfter: seconds)]) { url, wire in
            let rests = Rests()
            let failure = await Self.accounts(Banks.client(url, rests))
            #expect(failure?.kind == .rateLimited)
            // What is no number of seconds says nothing.
            let expected = UInt32(seconds).map { min(Int64($0), 86_400) }
            #expect(failure?.retryAfterSeconds == expected)
            #expect(rests.all == pauses)
            #expect(wire.requests.count == pauses.count + 1)
        }
    }

    @Test("never offers a public token twice unless Plaid says that it did nothing")
    func exchanging() async throws {
        let table = [(429, "RATE_LIMIT_EXCEEDED", 3), (500, "API_ERROR", 1)]
        for (status, type, count) in table {
            let reply = ScriptedWire.Reply(status, Self.error(type, "X"))
            try await ScriptedWire.with([reply]) { url, wire in
                let failure = await Banks.failure {
                    try await Banks.client(url).exchange(
                        "public-x",
                        for: Banks.member,
                        now: Self.now
                    )
                }
                #expect(failure?.isRetryable == true)
                #expect(wire.requests.count == count)
            }
        }
    }

    @Test("is not asked again when it did not answer in time")
    func silence() async throws {
        let rests = Rests()
        let url = try await ScriptedWire.with([.init(200)]) { url, _ in url }
        let settings = PlaidSettings(
            environment: .other(url),
            clientID: "c",
            secret: Secret(Array("s".utf8))
        )
        let late = VendorClient(OutsideConnection.client, timeout: .seconds(60)) {}
        let impatient = PlaidClient(settings, late, rest: { rests.add($0) }, chance: { 0 })
        let failure = await Self.accounts(impatient)
        // Nobody listens there, so either of them may come first.
        #expect([.timedOut, .noAnswer].contains(failure))
        let nobody = await Self.accounts(Banks.client(url, rests))
        #expect(nobody == .noAnswer)
    }

    @Test("is given up when whoever asks goes away")
    func cancelling() async throws {
        let reply = ScriptedWire.Reply(500, Self.error("API_ERROR", "X"))
        try await ScriptedWire.with([reply]) { url, wire in
            let client = PlaidClient(
                PlaidSettings(
                    environment: .other(url),
                    clientID: "c",
                    secret: Secret(Array("s".utf8))
                ),
                VendorClient(OutsideConnection.client, timeout: .seconds(60)),
                rest: { _ in throw CancellationError() },
                chance: { 0 }
            )
            #expect(await Self.accounts(client)?.code == "X")
            #expect(wire.requests.count == 1)
        }
    }

    @Test("no failure and no description shows a token or the secret")
    func secrets() async throws {
        let url = try await ScriptedWire.with([.init(200)]) { url, _ in url }
        let client = Banks.client(url)
        let failure = try #require(await Self.accounts(client))
        var text = "\(failure) \(client) \(Self.token) \(String(reflecting: Self.token))"
        dump(client, to: &text)
        dump(Self.token, to: &text)
        #expect(!text.contains("access-secret") && !text.contains("client-secret"))
    }
}
