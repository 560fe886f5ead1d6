/// A setting of a sender that cannot be used.
///
/// Names the setting and what is asked of it; never its value.
public struct NotificationSettingError: Error, Hashable, Sendable {
    /// The settings that are looked at.
    public enum Setting: String, Sendable, CaseIterable {
        /// Where the service is.
        case url
        /// The app's name at Apple.
        case topic
        /// The name of the key at Apple.
        case keyID = "key id"
        /// The name of the developer's team at Apple.
        case teamID = "team id"
        /// Whom to trust instead of the system's authorities.
        case trustRoots = "trust roots"
        /// What webhooks are signed with.
        case secrets
    }

    /// The setting.
    public let setting: Setting
    /// What is asked of it.
    public let rule: String

    init(_ setting: Setting, _ rule: String) {
        self.setting = setting
        self.rule = rule
    }
}

extension NotificationSettingError: CustomStringConvertible {
    /// A sentence for the operator.
    public var description: String { "notifications: \(setting.rawValue) must be \(rule)" }
}
