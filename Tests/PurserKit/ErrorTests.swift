import Contract
import Foundation
import Kernel
import Testing

@testable import PurserKit

@Suite("Errors")
struct ErrorTests {
    @Test(
        "each status is the error of its kind",
        arguments: [
            (400, "INVALID_REQUEST", .invalid), (400, "INSUFFICIENT_FUNDS", .insufficientFunds),
            (401, "UNAUTHENTICATED", .unauthorized), (402, "PAYMENT_REQUIRED", .paymentRequired),
            (403, "FORBIDDEN", .forbidden), (404, "NOT_FOUND", .notFound),
            (405, "METHOD_NOT_ALLOWED", .invalid), (409, "CONFLICT", .conflict),
            (412, "CONFLICT", .conflict),
            (413, "PAYLOAD_TOO_LARGE", .invalid), (415, "UNSUPPORTED_MEDIA_TYPE", .invalid),
            (422, "LATER_WORD", .invalid), (429, "RATE_LIMITED", .rateLimited),
            (500, "INTERNAL", .server), (503, "UNAVAILABLE", .server),
        ] as [(Int, String, PurserError.Kind)]
    )
    func statuses(_ status: Int, _ code: String, _ kind: PurserError.Kind) {
        let fault = #"{"code":"\#(code)","message":"No","details":{"amount":"too much"}}"#
        let body = #"{"error":\#(fault),"traceId":"t-1"}"#
        let error = PurserError(
            TransportResponse(
                status: status,
                headers: ["Content-Type": "application/json", "Retry-After": "7"],
                body: Array(body.utf8)
            )
        )
        #expect(error.kind == kind)
        #expect(error.status == status)
        #expect(error.code == code)
        #expect(error.details == ["amount": "too much"])
        #expect(error.traceID == "t-1")
        #expect(error.retryAfterSeconds == 7)
    }

    @Test("a scope that the app lacks is among the details, whatever the shape of the answer")
    func scope() {
        for surface in Surface.allCases {
            let body = Problem.outOfScope(.rewardsRead).body(for: surface, trace: "t-1")
            let response = TransportResponse(status: body.status, body: body.bytes)
            let error = PurserError(response)
            #expect(error.kind == .forbidden)
            #expect(error.details == ["scope": "rewards:read"])
        }
    }

    @Test("each kind has a sentence, and a key of its own to translate it by")
    func sentences() {
        let kinds: [PurserError.Kind] =
            [
                .unauthorized, .forbidden, .notFound, .invalid, .insufficientFunds,
                .paymentRequired, .conflict, .rateLimited, .server, .decoding, .storage,
            ] + NetworkFailure.allCases.map { .network($0) }
        let errors = kinds.map { PurserError($0, "A sentence.") }
        #expect(Set(errors.map(\.localizationKey)).count == kinds.count)
        for error in errors {
            #expect(error.localizationKey.hasPrefix("purser.error."))
            let sentence = error.errorDescription ?? ""
            #expect(sentence.hasSuffix(".") || sentence.hasSuffix("?"), "\(error)")
            #expect(error.localizedDescription == sentence)
        }
    }

    @Test("a refused sign-in says so in the server's words, a session that ended in its own")
    func signIn() throws {
        let refusal = TransportResponse(
            status: 401,
            headers: ["Content-Type": "application/json"],
            body: Array(#"{"error":{"code":"UNAUTHENTICATED","message":"Not these words"}}"#.utf8)
        )
        let signIn = #expect(throws: PurserError.self) {
            try API.Allowance.loginMember.read(refusal)
        }
        #expect(signIn?.refusesSignIn == true)
        #expect(signIn?.errorDescription == "Not these words")
        #expect(signIn?.localizationKey == "purser.error.sign_in")
        let call = #expect(throws: PurserError.self) {
            try API.Allowance.currentMember.read(refusal)
        }
        #expect(call?.refusesSignIn == false)
        #expect(call?.errorDescription == "Your session has expired. Please sign in again.")
        #expect(call?.localizationKey == "purser.error.unauthorized")
    }

    @Test("a refused password of a call is no session that ended")
    func proof() throws {
        let body = #"""
            {"error":{"code":"AUTHENTICATION_REQUIRED","message":"Show that it is you",
            "details":{"password":"is wrong"}}}
            """#
        let refusal = TransportResponse(
            status: 401,
            headers: ["Content-Type": "application/json"],
            body: Array(body.utf8)
        )
        let error = #expect(throws: PurserError.self) {
            try API.Identity.createInvitation.read(refusal)
        }
        #expect(error?.refusesSignIn == true && error?.kind == .unauthorized)
        #expect(error?.errorDescription == "Show that it is you")
        #expect(error?.details == ["password": "is wrong"])
    }

    @Test(
        "a refusal in a proxy's own words is one by its status",
        arguments: [
            (429, "text/html", .rateLimited), (429, "text/plain", .rateLimited),
            (413, "text/html", .invalid), (403, "text/html", .network(.intercepted)),
            (502, "text/html", .server), (511, "text/html", .network(.intercepted)),
        ] as [(Int, String, PurserError.Kind)]
    )
    func proxies(_ status: Int, _ type: String, _ kind: PurserError.Kind) {
        let error = PurserError(
            TransportResponse(
                status: status,
                headers: ["Content-Type": type, "Retry-After": "9"],
                body: Array("<html>no</html>".utf8)
            )
        )
        #expect(error.kind == kind && error.retryAfterSeconds == 9)
    }
}
