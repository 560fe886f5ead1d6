import Contract
import PurserKit
import Synchronization
import Testing

@Suite("The direct client")
struct DirectClientTests {
    /// Answers each request with one answer, and remembers it.
    final class Echo: Transport {
        private let response: TransportResponse
        private let sent = Mutex<[TransportRequest]>([])

        init(_ response: TransportResponse) {
            self.response = response
        }

        var requests: [TransportRequest] { sent.withLock { $0 } }

        func send(_ request: TransportRequest) async throws -> TransportResponse {
            sent.withLock { $0.append(request) }
            return response
        }
    }

    private func answer(_ status: Int, _ body: String, _ headers: Headers = [:]) -> Echo {
        Echo(TransportResponse(status: status, headers: headers, body: Array(body.utf8)))
    }

    private let purchase = API.Guardian.AuthorizeRequest(amountCents: 500, merchant: "Café")

    @Test("sends a request with its token, trace and key, and reads the answer")
    func request() async throws {
        let echo = answer(200, #"{"status":"ok","later":1}"#)
        var client = DirectClient(transport: echo, token: "t")
        client.trace = "trace-1"
        let status = try await client.call(
            API.Guardian.createOverride,
            .init(amountCents: 500, merchant: "Café", userID: MemberReference("7")),
            idempotencyKey: "k"
        )
        #expect(status.status == "ok")
        #expect(
            echo.requests == [
                TransportRequest(
                    .post,
                    "/guardian/override",
                    headers: [
                        "authorization": "Bearer t", "x-request-trace": "trace-1",
                        "idempotency-key": "k", "content-type": "application/json",
                    ],
                    body: Array(#"{"amount_cents":500,"merchant":"Café","user_id":"7"}"#.utf8)
                )
            ]
        )
    }

    @Test("sends no more than it was given")
    func bare() async throws {
        let echo = answer(200, "[]")
        let client = DirectClient(transport: echo)
        let rules = try await client.call(
            API.Guardian.listRules,
            .init(userID: MemberReference("a b&c"))
        )
        #expect(rules == [])
        #expect(echo.requests == [TransportRequest(.get, "/rules?user_id=a%20b%26c")])
    }

    @Test("reads a refusal in any of the shapes")
    func shapes() async throws {
        let rows: [(body: String, code: String, message: String, details: [String: String])] = [
            (
                #"{"error":"mcc is out of range","message":"a; b","traceId":"t"}"#,
                "mcc is out of range", "a; b", [:]
            ),
            (
                #"{"error":{"code":"C","message":"m","details":{"a":"x","b":"y"}},"traceId":"t"}"#,
                "C", "m", ["a": "x", "b": "y"]
            ),
            (#"{"error":{"code":"C","message":"m"},"traceId":"t"}"#, "C", "m", [:]),
            (#"{"error":"invalid_grant","traceId":"t"}"#, "invalid_grant", "invalid_grant", [:]),
        ]
        for row in rows {
            let error = await error(of: answer(429, row.body, ["Retry-After": "7"]))
            #expect(error?.status == 429)
            #expect(error?.code == row.code)
            #expect(error?.message == row.message)
            #expect(error?.details == row.details)
            #expect(error?.traceID == "t")
            #expect(error?.retryAfterSeconds == 7)
        }
    }

    @Test("takes the trace from the header where the body has none")
    func traceHeader() async {
        let error = await error(of: answer(500, #"{"error":"a"}"#, ["X-Request-Trace": "t"]))
        #expect(error?.traceID == "t")
        #expect(error?.retryAfterSeconds == nil)
    }

    private func error(of echo: Echo) async -> PurserError? {
        await #expect(throws: PurserError.self) {
            _ = try await DirectClient(transport: echo).call(
                API.Guardian.authorizePurchase,
                purchase
            )
        }
    }

    @Test(
        "does not take an answer that it cannot read for one that it can",
        arguments: [
            (200, ""), (200, "{}"), (200, "[]"), (200, "<html>"), (201, "{}"), (204, ""),
            (302, ""), (502, "<html>Bad Gateway</html>"), (500, #"{"error":5}"#), (500, "null"),
        ]
    )
    func unreadable(status: Int, body: String) async {
        let error = await error(of: answer(status, body))
        #expect(error?.status == status)
        #expect(error?.code == PurserError.unreadable)
        #expect(error?.traceID == nil)
    }

    @Test("knows a header by its name in any case, and the last of two")
    func headers() {
        var headers: Headers = ["Retry-After": "1", "RETRY-AFTER": "2", "a": "b"]
        #expect(headers["retry-after"] == "2")
        headers["A"] = nil
        #expect(headers.all.map(\.name) == ["retry-after"])
        #expect(headers == ["retry-AFTER": "2"])
    }
}
