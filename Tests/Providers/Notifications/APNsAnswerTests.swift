import Kernel
import Testing

@testable import Providers

@Suite("Answers of Apple's push service")
struct APNsAnswerTests {
    @Test(
        "mean what Apple says of them",
        arguments: [
            (200, nil, .delivered), (400, "BadCollapseId", .refused(reason: "BadCollapseId")),
            (400, "BadDeviceToken", .gone(since: nil)),
            (400, "DeviceTokenNotForTopic", .refused(reason: "DeviceTokenNotForTopic")),
            (400, "MissingTopic", .refused(reason: "MissingTopic")),
            (400, "TopicDisallowed", .refused(reason: "TopicDisallowed")),
            (403, "ExpiredProviderToken", .retry(after: 7, reason: "ExpiredProviderToken")),
            (403, "Forbidden", .refused(reason: "Forbidden")),
            (403, "MissingProviderToken", .refused(reason: "MissingProviderToken")),
            (404, "BadPath", .refused(reason: "BadPath")),
            (405, "MethodNotAllowed", .refused(reason: "MethodNotAllowed")),
            (410, "ExpiredToken", .gone(since: nil)), (410, "Unregistered", .gone(since: nil)),
            (413, "PayloadTooLarge", .refused(reason: "PayloadTooLarge")),
            (
                429, "TooManyProviderTokenUpdates",
                .retry(after: 7, reason: "TooManyProviderTokenUpdates")
            ),
            (429, "TooManyRequests", .retry(after: 7, reason: "TooManyRequests")),
            (500, "InternalServerError", .retry(after: 7, reason: "InternalServerError")),
            (503, "ServiceUnavailable", .retry(after: 7, reason: "ServiceUnavailable")),
            (503, "Shutdown", .retry(after: 7, reason: "Shutdown")),
            // What Apple never says.
            (201, nil, .refused(reason: "HTTP 201")), (302, nil, .refused(reason: "HTTP 302")),
            (502, nil, .retry(after: 7, reason: "HTTP 502")),
            (600, nil, .refused(reason: "HTTP 600")),
            (400, "ExpiredProviderToken", .refused(reason: "ExpiredProviderToken")),
        ] as [(Int, String?, Delivery)]
    )
    func meanings(status: Int, reason: String?, delivery: Delivery) {
        let body = reason.map { #"{"reason":"\#($0)"}"# } ?? ""
        let answer = APNsAnswer(
            VendorClient.Answer(status: status, body: Array(body.utf8), retryAfterSeconds: 7)
        )
        #expect(answer.delivery == delivery)
        let isExpired = status == 403 && reason == "ExpiredProviderToken"
        #expect(answer.isTokenExpired == isExpired)
    }

    @Test(
        "that make no sense are known by their status alone",
        arguments: [
            "", "{", "[]", "null", "<html>", #"{"reason":7}"#, #"{"reason":""}"#,
            #"{"reason":"a token: 00ff"}"#, #"{"reason":"Näh"}"#, #"{"reason":"a\nb"}"#,
            #"{"reason":"\#(String(repeating: "a", count: 65))"}"#,
        ]
    )
    func nonsense(body: String) {
        let answer = APNsAnswer(VendorClient.Answer(status: 503, body: Array(body.utf8)))
        #expect(answer.delivery == .retry(after: nil, reason: "HTTP 503"))
    }

    @Test(
        "tell since when a device is gone, where that is an instant",
        arguments: [
            ("1736942400123", 1_736_942_400_123), ("0", 0), ("-1", nil), ("1e3", 1_000),
            ("253402300799999", 253_402_300_799_999), ("253402300800000", nil),
            ("99999999999999999999", nil), ("\"1\"", nil), ("null", nil), ("1.5", nil),
        ] as [(String, Int64?)]
    )
    func timestamps(text: String, milliseconds: Int64?) {
        let body = #"{"reason":"Unregistered","timestamp":\#(text)}"#
        let answer = APNsAnswer(VendorClient.Answer(status: 410, body: Array(body.utf8)))
        let since = milliseconds.map { Timestamp(milliseconds: $0) }
        #expect(answer.delivery == .gone(since: since))
    }
}
