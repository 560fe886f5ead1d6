extension API.Banking {
    /// What came of a test.
    public struct TestNotificationResponse: Codable, Sendable, Equatable {
        /// What came of it, in one sentence.
        public let message: String
        /// Whether a notification went out.
        public let sent: Bool

        /// Makes an answer.
        public init(message: String, sent: Bool) {
            self.message = message
            self.sent = sent
        }
    }

    /// Sends a notification to the caller's device.
    public static let testNotification = Endpoint<Empty, TestNotificationResponse>(
        "testNotification",
        .post,
        "/api/notifications/test",
        "Sends a notification to the caller's device.",
        access: .member,
        surface: .banking,
        refusals: [.providerUnavailable],
        answers: TestNotificationResponse(message: "A notification was sent", sent: true),
        outdates: .ownRoom,
        waits: .zero
    )
}
