import Banking
public import Contract
import Kernel
import Providers
import SQL
import Store

extension BankingOperations {
    /// Sends a notification to the caller's device, at once.
    ///
    /// A token that the push service calls gone is forgotten.
    ///
    /// - Throws: ``Problem`` `invalid` when no device is registered and one is needed,
    ///   `providerUnavailable` when the service does not take it; `unauthenticated`;
    ///   ``ReplayedAnswer``; `DatabaseError`.
    public func testNotification(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Banking.TestNotificationResponse {
        let (recipient, token) = try await recalling(call) { session, membership in
            (
                try NoticeRecipients.list([membership.member], in: session).first
                    .orCorrupt("a member who calls is there"),
                try DeviceTokens.find(of: membership.member, in: session)
            )
        }
        guard token != nil || !sender.needsDevice else {
            return try await writing(call) { _, _ in
                throw Problem.invalid([Fault(field: "device_token", rule: "is not registered")])
            }
        }
        guard NotificationKind.test.isWanted(by: recipient.preferences) else {
            return try await answer("Notifications are switched off", isSent: false, call)
        }
        // A repeat with the same key is the same message, which a device shows once.
        let event = call.idempotency?.identityHash ?? call.newID(Entity.Notification.self).text
        let message = PushMessage(
            .test,
            of: event,
            to: recipient.member,
            expiresAt: NotificationPolicy.expiry(of: .test, deliveredAt: call.now),
            call
        )
        switch await sender.send(message, to: token.map { DeviceToken($0) }, now: call.now) {
        case .delivered:
            return try await answer("A notification was sent", isSent: true, call)
        case .gone(let since):
            return try await writing(call) { session, membership in
                if let token, sender.needsDevice {
                    try DeviceTokens.remove(
                        token,
                        of: membership.member,
                        registeredUntil: since ?? call.now,
                        in: session
                    )
                }
                return API.Banking.TestNotificationResponse(
                    message: "The push service does not know this device any more",
                    sent: false
                )
            }
        case .retry, .refused:
            throw Problem(.providerUnavailable, "The push service did not take the notification")
        }
    }

    private func answer(
        _ message: String,
        isSent: Bool,
        _ call: Call
    ) async throws -> API.Banking.TestNotificationResponse {
        try await writing(call) { _, _ in
            API.Banking.TestNotificationResponse(message: message, sent: isSent)
        }
    }
}
