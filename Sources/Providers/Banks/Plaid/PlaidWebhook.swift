import Crypto
import Foundation
public import Kernel

/// Tells whether Plaid sent a webhook, and reads it.
///
/// `Plaid-Verification` is a JWT with ES256 (RFC 7515): its key is asked for by the name in its
/// header, and its claims are the second it was signed and the SHA-256 of the body (Plaid's
/// documentation of webhook verification, read 2026-11-25).
public struct PlaidWebhook: Sendable {
    private let keys: PlaidWebhookKeys

    /// Makes a reader of a provider's webhooks; one for the process, because it remembers keys.
    public init(provider: any BankProvider) {
        keys = PlaidWebhookKeys { id, now async throws(BankProviderError) in
            try await provider.webhookKey(id, now: now)
        }
    }

    /// Reads an event that was truly sent, lately.
    ///
    /// - Parameters:
    ///   - body: The bytes as they came; the same JSON in another form does not fit.
    ///   - verification: The header `Plaid-Verification`.
    ///   - now: The instant of arrival.
    /// - Returns: What it tells.
    /// - Throws: ``PlaidWebhookError``, the first check that failed in their order.
    public func event(
        body: [UInt8],
        verification: String?,
        now: Timestamp
    ) async throws(PlaidWebhookError) -> PlaidEvent {
        guard let verification, let token = try? CompactToken(verification) else {
            throw .malformedToken
        }
        guard token.header.alg == "ES256" else { throw .algorithm }
        guard let id = token.header.kid, ProviderText.isIdentifier(id) else { throw .unknownKey }
        let key = try await keys.key(id, now: now)
        if let expiredAt = key.expiredAt, expiredAt <= now { throw .expiredKey }
        guard TokenSigner.isSigned(token, by: key.key) else { throw .signature }
        guard let claims = try? CompactToken.decode(Claims.self, from: token.payload) else {
            throw .malformedToken
        }
        guard Self.isRecent(claims.iat, now) else { throw .time }
        guard Self.fits(claims.bodyHash, body) else { throw .body }
        guard let event = try? JSONDecoder().decode(Event.self, from: Data(body)).event else {
            throw .malformedEvent
        }
        return event
    }

    private struct Claims: Decodable {
        let iat: Int64
        let bodyHash: String

        private enum CodingKeys: String, CodingKey {
            case iat
            case bodyHash = "request_body_sha256"
        }
    }

    private static func isRecent(_ seconds: Int64, _ now: Timestamp) -> Bool {
        guard (0...253_402_300_799).contains(seconds) else { return false }
        let age = now.milliseconds - Timestamp(seconds: seconds).milliseconds
        return age <= Limits.bankWebhookMilliseconds
            && age >= -Limits.bankWebhookLeewayMilliseconds
    }

    /// Compares in a time that does not depend on the hashes.
    private static func fits(_ hash: String, _ body: [UInt8]) -> Bool {
        let digits = SHA256.hash(data: body).withUnsafeBytes(Hexadecimal.text)
        return Secret(Array(digits.utf8)) == Secret(Array(hash.utf8))
    }
}

/// An event as Plaid writes it; only what is used.
private struct Event: Decodable {
    struct Failure: Decodable {
        let errorCode: String?

        private enum CodingKeys: String, CodingKey {
            case errorCode = "error_code"
        }
    }

    let type: String
    let code: String
    let itemID: String?
    let error: Failure?

    private enum CodingKeys: String, CodingKey {
        case type = "webhook_type"
        case code = "webhook_code"
        case itemID = "item_id"
        case error
    }

    var event: PlaidEvent? {
        guard let type = ProviderText.code(type), let code = ProviderText.code(code),
            itemID.map({ ProviderText.isIdentifier($0) }) ?? true
        else { return nil }
        return PlaidEvent(
            type: type,
            code: code,
            itemID: itemID,
            errorCode: ProviderText.code(error?.errorCode)
        )
    }
}
