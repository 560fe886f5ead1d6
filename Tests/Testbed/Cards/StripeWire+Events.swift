import Foundation
public import Kernel
public import Providers

extension StripeWire {
    /// A webhook as it would be sent.
    public struct SignedEvent: Sendable {
        /// The body.
        public let body: [UInt8]
        /// The header `Stripe-Signature`.
        public let signature: String
    }

    /// A webhook about a payment intent as it is now, signed with an endpoint's secrets.
    ///
    /// Sending it is the test's: never, late, twice.
    public func signedEvent(
        _ type: String,
        about intent: String,
        secrets: [Secret],
        at instant: Timestamp? = nil
    ) async throws -> SignedEvent {
        let instant = instant ?? clock.now
        let event = EventJSON(
            id: "evt_\(intent)",
            type: type,
            created: instant.seconds,
            data: EventJSON.Content(object: try await json(intent))
        )
        let body = Array(try JSONEncoder().encode(event))
        let signed = Array("\(instant.seconds).".utf8) + body
        let codes = secrets.map { secret in
            let digits = secret.authenticationCode(for: signed).map {
                $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16)
            }
            return "v1=\(digits.joined())"
        }
        let signature = (["t=\(instant.seconds)"] + codes).joined(separator: ",")
        return SignedEvent(body: body, signature: signature)
    }
}
