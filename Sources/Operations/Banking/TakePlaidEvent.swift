import Contract
import Kernel
import Providers
import SQL
import Store

extension BankingOperations {
    /// Takes what Plaid tells by itself: an item that has news is read soon.
    ///
    /// What it says of transactions is not acted on; they are asked for. The same event again does
    /// no harm, and one of an item that nobody here has is answered like any other.
    ///
    /// - Throws: ``Problem`` `notFound` when Plaid is not configured, `unauthenticated` when it did
    ///   not send this, `invalid` when it is no event, `unavailable` when its keys cannot be had;
    ///   `DatabaseError`.
    public func takePlaidEvent(
        verification: String?,
        body: [UInt8],
        _ call: Call
    ) async throws {
        guard let webhook = banks.webhook else { throw Problem(.notFound) }
        let event: PlaidEvent
        do {
            event = try await webhook.event(body: body, verification: verification, now: call.now)
        } catch {
            throw Problem(webhook: error)
        }
        guard let id = event.itemID else { return }
        let provider = banks.provider.name.rawValue
        try await database.write { session in
            let item = try BankItems.find(providerItem: id, of: provider, in: session)
            guard var item, item.state != .removed else { return }
            let before = item
            item.take(event, at: call.now)
            if item != before { try BankItems.save(item, in: session) }
        }
    }
}

extension BankItemRecord {
    fileprivate mutating func take(_ event: PlaidEvent, at now: Timestamp) {
        switch (event.type, event.code) {
        case ("TRANSACTIONS", _): lookAt = now
        case ("ITEM", "ERROR"):
            errorCode = event.errorCode ?? errorCode
            if event.errorCode == "ITEM_LOGIN_REQUIRED" { state = .loginRequired }
        case ("ITEM", "LOGIN_REPAIRED"):
            state = .good
            errorCode = nil
            lookAt = now
        case ("ITEM", "USER_PERMISSION_REVOKED"), ("ITEM", "USER_ACCOUNT_REVOKED"):
            state = .loginRequired
            errorCode = event.code
        default: break
        }
    }
}

extension Problem {
    fileprivate init(webhook error: PlaidWebhookError) {
        switch error {
        case .malformedEvent: self = .invalid("This is no event")
        case .keysUnreachable: self.init(.unavailable, retryAfterSeconds: 1)
        default: self.init(.unauthenticated, "Plaid did not send this lately")
        }
    }
}
