public import Kernel

/// What Stripe tells by a webhook.
///
/// A hint and not the truth: events come late, twice and in any order. What is so now, the
/// processor says when it is asked for the intent.
public struct StripeEvent: Sendable, Equatable {
    /// Stripe's id of the event; the same when it is sent again.
    public let id: String
    /// What happened, such as `payment_intent.succeeded`.
    public let type: String
    /// When it happened.
    public let createdAt: Timestamp
    /// The payment intent it happened to; `nil` for an event about something else.
    public let paymentIntent: String?
    /// The key of the order that the intent was made for.
    public let orderKey: String?
}
