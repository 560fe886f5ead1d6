public import Kernel

/// Signs webhooks, and tells whether one was signed by who has a secret.
///
/// The header `Purser-Signature` is `t=<seconds>,v1=<code>[,v1=<code>]`; a code is the HMAC-SHA256
/// of the time, a dot and the body under a secret, in hexadecimal. While a secret is being replaced
/// there is one code for the old and one for the new.
public enum WebhookSignature {
    /// The header that carries it.
    public static let headerName = "Purser-Signature"
    /// The header that carries the event's id; a repeat has the same one.
    public static let eventHeaderName = "Purser-Event-Id"
    /// How far the signed time may be from the receiver's, in seconds.
    public static let windowSeconds: Int64 = 300

    /// The header for a body.
    ///
    /// - Parameters:
    ///   - body: The bytes that are sent.
    ///   - secrets: Each signs.
    ///   - now: The instant of the sending.
    /// - Returns: What to send as `Purser-Signature`.
    public static func header(
        for body: [UInt8],
        secrets: [Secret],
        at now: Timestamp
    ) -> String {
        TimedSignature.text(for: body, secrets, at: now)
    }

    /// Makes sure that a webhook was sent by who has one of the secrets, and lately.
    ///
    /// Takes a time that does not depend on the secrets or the codes. A repeat within the window is
    /// good: a receiver tells it by its event's id.
    ///
    /// - Parameters:
    ///   - header: What came as `Purser-Signature`.
    ///   - body: The bytes as they came; the same JSON in another form does not fit.
    ///   - secrets: Any of them may have signed.
    ///   - now: The instant of arrival.
    ///   - windowSeconds: How far the signed time may be from `now`.
    /// - Throws: ``WebhookSignatureError``, for the first thing that is wrong in their order.
    public static func verify(
        header: String?,
        body: [UInt8],
        secrets: [Secret],
        now: Timestamp,
        windowSeconds: Int64 = windowSeconds
    ) throws(WebhookSignatureError) {
        guard let header, header.utf8.count <= Limits.webhookSignatureBytes,
            let signature = TimedSignature(header)
        else { throw .malformed }
        guard signature.fits(body, secrets) else { throw .signature }
        guard abs(now.seconds - signature.seconds) <= windowSeconds else { throw .time }
    }
}
