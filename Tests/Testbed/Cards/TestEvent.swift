public import Kernel
public import Providers

/// An event of Stripe's as it is sent, signed or not so well.
public struct TestEvent: Sendable {
    /// The secret that events are signed with.
    public static let secret = Secret(Array("whsec_test".utf8))

    /// The body.
    public let body: String
    /// The header with the signature.
    public let signature: String

    /// Signs an event about a payment intent.
    public init(
        _ id: String,
        _ type: String = "payment_intent.succeeded",
        intent: String,
        orderKey: String?,
        at now: Timestamp,
        secret: Secret = secret
    ) {
        let metadata = orderKey.map { #"{"purser_charge":"\#($0)"}"# } ?? "{}"
        body =
            #"{"id":"\#(id)","object":"event","type":"\#(type)","created":\#(now.seconds),"#
            + #""data":{"object":{"id":"\#(intent)","object":"payment_intent","#
            + #""metadata":\#(metadata)}}}"#
        let code = secret.authenticationCode(for: Array("\(now.seconds).\(body)".utf8))
        let digits = code.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }
        signature = "t=\(now.seconds),v1=\(digits.joined())"
    }
}
