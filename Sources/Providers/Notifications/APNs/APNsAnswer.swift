import Foundation
import Kernel

/// What Apple's push service says of a notification.
///
/// Source: Apple, "Handling notification responses from APNs", read 2026-11-25.
struct APNsAnswer {
    private let status: Int
    private let reason: String
    private let goneSince: Timestamp?
    private let retryAfterSeconds: Int64?

    private struct Content: Decodable {
        let reason: String?
        /// Milliseconds since 1970.
        let timestamp: Int64?
    }

    init(_ answer: VendorClient.Answer) {
        let content = try? JSONDecoder().decode(Content.self, from: Data(answer.body))
        status = answer.status
        reason = content?.reason.flatMap(Self.word) ?? "HTTP \(answer.status)"
        goneSince = content?.timestamp.flatMap { milliseconds in
            (0...Self.latestMilliseconds).contains(milliseconds)
                ? Timestamp(milliseconds: milliseconds) : nil
        }
        retryAfterSeconds = answer.retryAfterSeconds
    }

    /// Whether another token would do.
    var isTokenExpired: Bool { status == 403 && reason == "ExpiredProviderToken" }

    /// What it means.
    var delivery: Delivery {
        switch (status, reason) {
        case (200, _): .delivered
        case (410, _): .gone(since: goneSince)
        case (400, "BadDeviceToken"): .gone(since: nil)
        // Our clock or Apple's may be put right.
        case (403, "ExpiredProviderToken"), (429, _), (500..<600, _):
            .retry(after: retryAfterSeconds, reason: reason)
        default: .refused(reason: reason)
        }
    }

    /// Apple's reasons are single words; anything else is not repeated.
    private static func word(_ reason: String) -> String? {
        let isWord = reason.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
        return isWord && (1...64).contains(reason.utf8.count) ? reason : nil
    }

    /// The last millisecond of the year 9999.
    private static let latestMilliseconds: Int64 = 253_402_300_799_999
}
