// Stripe writes names with underscores; ``StripeReply`` reads them as they are here.

/// Anything that Stripe keeps.
struct StripeObject: Decodable {
    let id: String
}

/// What begins to save a card.
struct StripeSetupIntent: Decodable {
    let clientSecret: String
}

/// A card.
struct StripePaymentMethod: Decodable {
    /// The customer it is attached to.
    let customer: String?
}

/// A page of payment intents, newest first.
struct StripeIntentList: Decodable {
    let data: [StripeIntent]
    let hasMore: Bool
}

/// A payment intent as Stripe tells it; only what is used.
struct StripeIntent: Decodable {
    struct LastError: Decodable {
        let code: String?
    }

    /// Under which name the metadata hold the order's key.
    static let orderKeyName = "purser_charge"

    let id: String
    let status: String
    let clientSecret: String?
    let metadata: [String: String]?
    let lastPaymentError: LastError?

    var orderKey: String? { metadata?[Self.orderKeyName] }

    /// The intent in the words of every processor.
    var intent: PaymentIntent { intent(errorCode: nil) }

    /// The intent in the words of every processor, told together with an error.
    func intent(errorCode: String?) -> PaymentIntent {
        PaymentIntent(
            id: id,
            outcome: PaymentIntent.Outcome(
                stripe: status,
                errorCode: errorCode ?? lastPaymentError?.code
            ),
            status: status,
            clientSecret: clientSecret,
            orderKey: orderKey
        )
    }
}

extension PaymentIntent.Outcome {
    /// What Stripe's word for an intent's state comes to.
    ///
    /// Off-session, a card whose holder must act is declined with `authentication_required`, and
    /// the intent waits for a payment method. A word that is not known, and one that we never bring
    /// about, may still come to money taken.
    init(stripe status: String, errorCode: String?) {
        switch status {
        case "succeeded": self = .succeeded
        case "requires_action": self = .requiresAction
        case "requires_payment_method":
            self = errorCode == "authentication_required" ? .requiresAction : .failed
        case "canceled": self = .failed
        default: self = .processing
        }
    }
}
