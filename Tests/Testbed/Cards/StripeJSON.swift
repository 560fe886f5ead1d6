/// A payment intent on Stripe's wire.
struct PaymentIntentJSON: Encodable {
    let id: String
    let object = "payment_intent"
    let livemode = false
    let amount: Int64
    let currency: String
    let customer: String?
    let paymentMethod: String
    let status: String
    let clientSecret: String
    let created: Int64
    let metadata: [String: String]
    let lastPaymentError: [String: String]?

    enum CodingKeys: String, CodingKey {
        case id, object, livemode, amount, currency, customer, status, created, metadata
        case paymentMethod = "payment_method"
        case clientSecret = "client_secret"
        case lastPaymentError = "last_payment_error"
    }
}

/// A card on Stripe's wire.
struct PaymentMethodJSON: Encodable {
    let id: String
    let object = "payment_method"
    let customer: String?
}

/// A page on Stripe's wire.
struct ListJSON: Encodable {
    let object = "list"
    let data: [PaymentIntentJSON]
    let hasMore: Bool

    enum CodingKeys: String, CodingKey {
        case object, data
        case hasMore = "has_more"
    }
}

/// A declined card on Stripe's wire.
struct FailureJSON: Encodable {
    struct Content: Encodable {
        let type = "card_error"
        let code: String
        let paymentIntent: PaymentIntentJSON?

        enum CodingKeys: String, CodingKey {
            case type, code
            case paymentIntent = "payment_intent"
        }
    }

    let error: Content
}

/// A webhook's body.
struct EventJSON: Encodable {
    struct Content: Encodable {
        let object: PaymentIntentJSON?
    }

    let id: String
    let object = "event"
    let type: String
    let created: Int64
    let data: Content
}
