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
        guard let signature = signature.flatMap(TimedSignature.init) else {
            throw .malformedSignature
        }
        guard signature.fits(body, secrets) else { throw .signature }
        guard abs(now.seconds - signature.seconds) <= Self.toleranceSeconds else { throw .time }
        guard let event = try? JSONDecoder().decode(Event.self, from: Data(body)) else {
            throw .malformedEvent
        }
        return event.event
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
