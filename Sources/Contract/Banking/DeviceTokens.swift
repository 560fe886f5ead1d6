import Kernel

extension API.Banking {
    /// The device on which the caller is notified.
    public struct DeviceTokenRequest: WireInput, SnakeCaseKeys, Equatable {
        /// The token that the push service gave the app, without spaces; it takes the place of the
        /// former one.
        public let deviceToken: String

        /// Makes a request.
        public init(deviceToken: String) {
            self.deviceToken = deviceToken
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [.deviceToken { $0.deviceToken }]
    }

    /// Takes the token of the caller's device.
    public static let registerDeviceToken = Endpoint<DeviceTokenRequest, SuccessResponse>(
        "registerDeviceToken",
        .post,
        "/api/auth/device-token",
        "Takes the token of the caller's device; a user who had it before is told nothing there.",
        access: .member,
        surface: .banking,
        example: DeviceTokenRequest(deviceToken: "00fc13adff785122b4ad28809a342098"),
        answers: SuccessResponse(message: "This device is notified"),
        outdates: .ownRoom
    )
}

extension FieldRule {
    /// A token of a device: up to ``Limits/deviceTokenCharacters`` characters without a space.
    static func deviceToken(_ value: @escaping @Sendable (Body) -> String) -> Self {
        let bounds = Schema.Bounds(
            minLength: 1,
            maxLength: Limits.deviceTokenCharacters,
            pattern: "^\(TextPattern.character)+$"
        )
        return Self("device_token", bounds: bounds) { body in
            let token = value(body)
            if token.hasMoreScalars(than: Limits.deviceTokenCharacters) { return "is too long" }
            let hasSpace = token.unicodeScalars.contains(where: \.properties.isWhitespace)
            return hasSpace ? "must have no spaces" : nil
        }
    }
}
