import Foundation

/// An answer of Stripe, good or bad.
struct StripeReply: Sendable {
    private let status: Int
    private let body: Data

    /// Takes an answer as it came.
    init(_ answer: VendorClient.Answer) {
        status = answer.status
        body = Data(answer.body)
    }

    /// What a good answer holds.
    ///
    /// - Throws: For any other, what it says; `unavailable` when a good one is not understood.
    func decoded<Part: Decodable>(_: Part.Type) throws(CardProcessorError) -> Part {
        guard (200..<300).contains(status) else { throw failure }
        guard let part = try? Self.decoder.decode(Part.self, from: body) else {
            throw .unavailable(reason: "an answer that is not understood")
        }
        return part
    }

    /// The intent that was made for a charge whose card was declined.
    var declinedIntent: PaymentIntent? {
        guard status == 402, let error, let intent = error.paymentIntent else { return nil }
        return intent.intent(errorCode: error.code)
    }

    /// What a bad answer says.
    ///
    /// A conflict or too many requests say nothing of what was asked for: a call with the same key
    /// may be under way.
    private var failure: CardProcessorError {
        guard (400..<500).contains(status), ![408, 409, 425, 429].contains(status) else {
            return .unavailable(reason: "HTTP \(status)")
        }
        return .refused(code: error?.code ?? error?.type ?? "http_\(status)")
    }

    private var error: StripeFailure.Content? {
        try? Self.decoder.decode(StripeFailure.self, from: body).error
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }
}

/// An error object of Stripe.
private struct StripeFailure: Decodable {
    struct Content: Decodable {
        let type: String?
        let code: String?
        let paymentIntent: StripeIntent?
    }

    let error: Content
}
