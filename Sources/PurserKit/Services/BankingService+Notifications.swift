public import Contract

/// What the member is notified of.
extension BankingService {
    /// Takes the token that the push service gave the app, in place of the former one.
    ///
    /// On Apple's platforms it is what `didRegisterForRemoteNotificationsWithDeviceToken` brings,
    /// as hexadecimal digits. A user who had this device before is told nothing there any more.
    @discardableResult
    public func registerDeviceToken(
        _ deviceToken: String
    ) async throws -> Written<API.Banking.SuccessResponse> {
        try await purser.write(
            API.Banking.registerDeviceToken,
            .init(deviceToken: deviceToken)
        )
    }

    /// Sends a notification to the member's device.
    @discardableResult
    public func testNotification() async throws -> API.Banking.TestNotificationResponse {
        try await purser.call(API.Banking.testNotification)
    }

    /// Shows what the member wants to be notified of.
    public func getNotificationPreferences() async throws -> API.Banking.NotificationPreferences {
        try await purser.call(API.Banking.getNotificationPreferences)
    }

    /// Changes what the member wants to be notified of; what is `nil` stays as it is.
    ///
    /// Quiet hours that begin and end at the same time are none.
    @discardableResult
    public func setNotificationPreferences(
        _ changes: API.Banking.NotificationPreferencesRequest
    ) async throws -> Written<API.Banking.NotificationPreferences> {
        try await purser.write(API.Banking.setNotificationPreferences, changes)
    }
}
