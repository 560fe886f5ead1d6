import Foundation
public import Kernel

/// Tells whether Stripe sent a webhook, and reads it.
///
/// `Stripe-Signature` is `t=<seconds>,v1=<code>[,v1=<code>]`; a code is the HMAC-SHA256 of the
/// time, a dot and the body under the endpoint's secret, in hexadecimal. While a secret is being
/// replaced Stripe signs with the old and the new one, and we may know both.
public struct StripeWebhook: Sendable {
    /// How far the signed time may be from ours: what Stripe's own libraries allow.
    public static let toleranceSeconds: Int64 = 300

    private let secrets: [Secret]

    /// Makes a reader for an endpoint.
    ///
    /// - Parameter secrets: The endpoint's secrets, such as `whsec_…`, as the bytes of their texts.
    public init(secrets: [Secret]) {
        self.secrets = secrets
    }

    /// Reads an event that was truly sent, lately.
    ///
    /// - Parameters:
    ///   - body: The bytes as they came; the same JSON in another form does not fit its signature.
    ///   - signature: The header `Stripe-Signature`.
    ///   - now: The instant of arrival.
    /// - Returns: What it tells.
    /// - Throws: ``StripeWebhookError``, for the first thing that is wrong in their order.
    public func event(
        body: [UInt8],
        signature: String?,
        now: Timestamp
    ) throws(StripeWebhookError) -> StripeEvent {
        guard let signature = signature.flatMap(Signature.init) else { throw .malformedSignature }
        guard fits(signature, body) else { throw .signature }
        guard abs(now.seconds - signature.seconds) <= Self.toleranceSeconds else { throw .time }
        guard let event = try? JSONDecoder().decode(Event.self, from: Data(body)) else {
            throw .malformedEvent
        }
        return event.event
    }

    /// Compares every code with every secret, in a time that does not depend on them.
    private func fits(_ signature: Signature, _ body: [UInt8]) -> Bool {
        let signed = Array(signature.time.utf8) + [UInt8(ascii: ".")] + body
        var isFit = false
        for secret in secrets {
            let code = Secret(secret.authenticationCode(for: signed))
            for given in signature.codes where code == given { isFit = true }
        }
        return isFit
    }
}

/// What the header says.
private struct Signature {
    /// The time as it was signed.
    let time: Substring
    let seconds: Int64
    let codes: [Secret]

    /// Reads the header; `nil` without exactly one time, or without a code of this scheme.
    init?(_ header: String) {
        var times: [Substring] = []
        var codes: [Secret] = []
        for part in header.split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { continue }
            switch pair[0].trimmingPrefix(" ") {
            case "t": times.append(pair[1])
            case "v1": if let code = Self.bytes(pair[1].utf8) { codes.append(Secret(code)) }
            default: continue
            }
        }
        guard times.count == 1, !codes.isEmpty, (1...12).contains(times[0].utf8.count),
            times[0].utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let seconds = Int64(times[0])
        else { return nil }
        self.time = times[0]
        self.seconds = seconds
        self.codes = codes
    }

    /// The 32 bytes of a code.
    private static func bytes(_ digits: Substring.UTF8View) -> [UInt8]? {
        let values = digits.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard values.count == 64, digits.count == 64 else { return nil }
        return stride(from: 0, to: 64, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }
}

/// An event as Stripe writes it; only what is used.
private struct Event: Decodable {
    struct Content: Decodable {
        let object: Subject
    }

    struct Subject: Decodable {
        let id: String?
        let object: String?
        let metadata: [String: String]?
    }

    let id: String
    let type: String
    let created: Int64
    let data: Content

    var event: StripeEvent {
        let isIntent = data.object.object == "payment_intent"
        return StripeEvent(
            id: id,
            type: type,
            createdAt: Timestamp(seconds: created),
            paymentIntent: isIntent ? data.object.id : nil,
            orderKey: isIntent ? data.object.metadata?[StripeIntent.orderKeyName] : nil
        )
    }
}
