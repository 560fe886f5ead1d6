import Kernel
import Testing

@testable import Contract

@Suite("A problem in the shape of each surface")
struct ProblemBodyTests {
    private func text(_ problem: Problem, _ surface: Surface) -> String {
        String(decoding: problem.body(for: surface, trace: "t-1").bytes, as: UTF8.self)
    }

    /// Kind, status, Guardian's word, Allowance's code, everyone else's code.
    static let kinds: [(Problem.Kind, Int, String, String, String)] = [
        (.invalid, 400, "invalid request", "VALIDATION_ERROR", "INVALID_REQUEST"),
        (.noFundingSource, 400, "no funding source", "VALIDATION_ERROR", "INVALID_REQUEST"),
        (.cardNotSaved, 400, "card could not be saved", "VALIDATION_ERROR", "INVALID_REQUEST"),
        (.insufficientFunds, 400, "insufficient funds", "INSUFFICIENT_FUNDS", "INVALID_REQUEST"),
        (
            .unauthenticated, 401, "authentication required", "AUTHENTICATION_REQUIRED",
            "UNAUTHENTICATED"
        ),
        (
            .invalidToken, 401, "authentication required", "AUTHENTICATION_REQUIRED",
            "UNAUTHENTICATED"
        ),
        (.requiresAction, 402, "requires_action", "VALIDATION_ERROR", "INVALID_REQUEST"),
        (.cardDeclined, 402, "card_declined", "VALIDATION_ERROR", "INVALID_REQUEST"),
        (.walletDeclined, 402, "insufficient_funds", "VALIDATION_ERROR", "INVALID_REQUEST"),
        (.forbidden, 403, "forbidden", "FORBIDDEN", "FORBIDDEN"),
        (.outOfScope, 403, "forbidden", "FORBIDDEN", "FORBIDDEN"),
        (.accountLocked, 403, "forbidden", "FORBIDDEN", "FORBIDDEN"),
        (.declined, 403, "declined", "FORBIDDEN", "FORBIDDEN"),
        (.notFound, 404, "not found", "NOT_FOUND", "NOT_FOUND"),
        (.noDefaultFundingSource, 404, "no default funding source", "NOT_FOUND", "NOT_FOUND"),
        (.methodNotAllowed, 405, "invalid request", "VALIDATION_ERROR", "INVALID_REQUEST"),
        (.conflict, 409, "conflict", "CONFLICT", "CONFLICT"),
        (.stale, 412, "conflict", "CONFLICT", "CONFLICT"),
        (.preconditionRequired, 428, "invalid request", "VALIDATION_ERROR", "INVALID_REQUEST"),
        (.payloadTooLarge, 413, "invalid request", "VALIDATION_ERROR", "INVALID_REQUEST"),
        (.unsupportedMediaType, 415, "invalid request", "VALIDATION_ERROR", "INVALID_REQUEST"),
        (.rateLimited, 429, "rate limited", "RATE_LIMITED", "RATE_LIMITED"),
        (.internal, 500, "internal error", "INTERNAL_ERROR", "INTERNAL"),
        (.processorUnavailable, 502, "processor unavailable", "INTERNAL_ERROR", "INTERNAL"),
        (.providerUnavailable, 502, "internal error", "INTERNAL_ERROR", "INTERNAL"),
        (.bankFailure, 502, "internal error", "INTERNAL_ERROR", "PLAID_ERROR"),
        (.unavailable, 503, "internal error", "INTERNAL_ERROR", "INTERNAL"),
        (.modelUnavailable, 503, "internal error", "INTERNAL_ERROR", "AI_UNAVAILABLE"),
    ]

    @Test("the table holds every kind")
    func table() {
        #expect(Self.kinds.map(\.0) == Problem.Kind.allCases)
    }

    @Test("each kind has its status and its word on each surface", arguments: kinds)
    func shapes(kind: Problem.Kind, status: Int, guardian: String, allowance: String, code: String)
    {
        let problem = Problem(kind, "Why \"so\"?")
        let nested = { (code: String) in
            #"{"error":{"code":"\#(code)","message":"Why \"so\"?"},"traceId":"t-1"}"#
        }
        for surface in Surface.allCases {
            #expect(problem.body(for: surface, trace: "t-1").status == status)
            let expected =
                switch surface {
                case .guardian:
                    #"{"error":"\#(guardian)","message":"Why \"so\"?","traceId":"t-1"}"#
                case .allowance: nested(allowance)
                case .banking, .rewards, .insights: nested(code)
                }
            #expect(text(problem, surface) == expected)
        }
    }

    @Test("faults become details, or the first of them Guardian's error")
    func faults() {
        let problem = Problem.invalid([
            Fault(field: "amount_cents", rule: "is required"),
            Fault(field: "user_id", rule: "has the wrong type"),
        ])
        let sentence = "amount_cents is required; user_id has the wrong type"
        let guardian =
            #"{"error":"amount_cents is required","message":"\#(sentence)","traceId":"t-1"}"#
        #expect(text(problem, .guardian) == guardian)
        for surface in Surface.allCases where surface != .guardian {
            let code = surface == .allowance ? "VALIDATION_ERROR" : "INVALID_REQUEST"
            let expected = """
                {"error":{"code":"\(code)","message":"\(sentence)",\
                "details":{"amount_cents":"is required","user_id":"has the wrong type"}},\
                "traceId":"t-1"}
                """
            #expect(text(problem, surface) == expected)
        }
    }

    @Test("what a client needs to go on from stands beside the message, on Guardian alone")
    func details() {
        let problem = Problem.requiresAction(intent: "pi_1", clientSecret: "s")
        let message = "The holder of the card must act first"
        #expect(
            text(problem, .guardian)
                == #"{"error":"requires_action","message":"\#(message)","#
                + #""payment_intent_id":"pi_1","client_secret":"s","traceId":"t-1"}"#
        )
        #expect(!text(problem, .insights).contains("pi_1"))
        #expect(text(.cardDeclined(intent: nil), .guardian).contains("payment_intent_id") == false)
    }

    @Test("what stands there now is told beside the error, on every surface")
    func stale() throws {
        let record = SyncRecord<Entity.RewardCard, API.Rewards.CardDeletion>(
            kind: "card",
            id: .example,
            version: 12,
            updatedAt: WireTimestamp(Timestamp(milliseconds: 0)),
            deleted: true,
            value: nil
        )
        let problem = try Problem.stale(record)
        for surface in Surface.allCases {
            let body = problem.body(for: surface, trace: "t-1")
            let json = try JSONParser.parse(body.bytes)
            #expect(body.status == 412)
            #expect(json["current"]?["version"] == .number("12"))
            #expect(json["current"]?["deleted"] == .bool(true))
            #expect(json["current"]?["value"] == nil)
        }
    }

    @Test("a scope that is missing is named on every surface")
    func scope() {
        let problem = Problem.outOfScope(.bankingRead)
        #expect(problem.missingScope == "banking:read")
        #expect(Problem(.forbidden, details: problem.details).missingScope == nil)
        let message = "The app may not do this: its token has not the scope banking:read"
        for surface in Surface.allCases {
            let expected =
                surface == .guardian
                ? #"{"error":"forbidden","message":"\#(message)","scope":"banking:read","#
                : #"{"error":{"code":"FORBIDDEN","message":"\#(message)","#
                    + #""details":{"scope":"banking:read"}},"#
            #expect(text(problem, surface) == expected + #""traceId":"t-1"}"#)
        }
    }

    @Test("a kind says a sentence of its own where nothing more precise is said")
    func sentences() {
        let sentences = Problem.Kind.allCases.map { Problem($0).message }
        #expect(sentences.allSatisfy { !$0.isEmpty })
        #expect(Set(sentences).count == sentences.count)
        #expect(Problem(.accountLocked).message == "account locked")
    }

    @Test("what a caller sent goes into the body as text and cannot break out of it")
    func escaped() throws {
        let field = "a\",\"traceId\":\"x\n\u{1}"
        let problem = Problem.invalid([Fault(field: field, rule: "is not known here")])
        for surface in Surface.allCases {
            let body = problem.body(for: surface, trace: "t-1")
            let read = try JSONParser.parse(body.bytes)
            #expect(read["traceId"] == .string("t-1"))
            if surface != .guardian {
                #expect(read["error"]?["details"]?.members.map(\.key) == [field])
            }
        }
    }
}
