import Kernel

extension API.Rewards {
    /// What the caller prefers; what is left out stays as it is.
    public struct UserPreferencesInput: WireInput, Equatable {
        /// The points that a card is preferred for.
        public let preferredPointSystem: PointSystem?
        /// From which part of a limit on a purchase is warned of.
        public let alertThreshold: AlertThreshold?
        /// The language of answers.
        public let language: Language?
        /// Whether limits that are nearly reached are told by a push.
        public let notificationsEnabled: Bool?
        /// Whether purchases on a card's account count towards its limits by themselves.
        public let autoUpdateSpending: Bool?
        /// What points are worth, in place of all values that were given before; of programs that
        /// are not in it the usual value counts.
        public let pointValues: [PointValueInput]?
        /// The version that the change was made of, in a header.
        public let ifMatch: VersionTag?

        /// Makes a request.
        public init(
            preferredPointSystem: PointSystem? = nil,
            alertThreshold: AlertThreshold? = nil,
            language: Language? = nil,
            notificationsEnabled: Bool? = nil,
            autoUpdateSpending: Bool? = nil,
            pointValues: [PointValueInput]? = nil,
            ifMatch: VersionTag? = nil
        ) {
            self.preferredPointSystem = preferredPointSystem
            self.alertThreshold = alertThreshold
            self.language = language
            self.notificationsEnabled = notificationsEnabled
            self.autoUpdateSpending = autoUpdateSpending
            self.pointValues = pointValues
            self.ifMatch = ifMatch
        }

        /// Preferences as they are to be, all of them.
        public init(_ value: PreferencesValue) {
            self.init(
                preferredPointSystem: value.preferredPointSystem,
                alertThreshold: value.alertThreshold,
                language: value.language,
                notificationsEnabled: value.notificationsEnabled,
                autoUpdateSpending: value.autoUpdateSpending,
                pointValues: (value.pointValues ?? []).map { PointValueInput($0) }
            )
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            FieldRule("pointValues") { body in
                let count = body.pointValues?.count ?? 0
                return count > Limits.pointValuesPerMember ? "has too many values" : nil
            }
        ]
    }

    /// What the caller prefers.
    public struct UserPreferences: Codable, Sendable, Equatable {
        /// The points that a card is preferred for.
        public let preferredPointSystem: PointSystem
        /// From which part of a limit on a purchase is warned of.
        public let alertThreshold: AlertThreshold
        /// The language of answers.
        public let language: Language
        /// Whether limits that are nearly reached are told by a push.
        public let notificationsEnabled: Bool
        /// Whether purchases on a card's account count towards its limits by themselves.
        public let autoUpdateSpending: Bool
        /// What points are worth where the caller said so, by the names of programs; left out
        /// where that is none.
        public let pointValues: [PointValue]?
        /// The version: the position of the last change in the household's chain; 0 before any.
        public let version: Int64

        /// Makes preferences.
        public init(
            preferredPointSystem: PointSystem = .membershipRewards,
            alertThreshold: AlertThreshold = AlertThreshold(millionths: 850_000),
            language: Language = .english,
            notificationsEnabled: Bool = true,
            autoUpdateSpending: Bool = false,
            pointValues: [PointValue]? = nil,
            version: Int64 = 0
        ) {
            self.preferredPointSystem = preferredPointSystem
            self.alertThreshold = alertThreshold
            self.language = language
            self.notificationsEnabled = notificationsEnabled
            self.autoUpdateSpending = autoUpdateSpending
            self.pointValues = pointValues
            self.version = version
        }
    }

    /// Preferences without their version: what devices copy.
    public struct PreferencesValue: SyncValue {
        /// The points that a card is preferred for.
        public var preferredPointSystem: PointSystem
        /// From which part of a limit on a purchase is warned of.
        public var alertThreshold: AlertThreshold
        /// The language of answers.
        public var language: Language
        /// Whether limits that are nearly reached are told by a push.
        public var notificationsEnabled: Bool
        /// Whether purchases on a card's account count towards its limits by themselves.
        public var autoUpdateSpending: Bool
        /// What points are worth where the caller said so; left out where that is none.
        public var pointValues: [PointValue]?

        /// Makes the value of preferences.
        public init(_ preferences: UserPreferences) {
            preferredPointSystem = preferences.preferredPointSystem
            alertThreshold = preferences.alertThreshold
            language = preferences.language
            notificationsEnabled = preferences.notificationsEnabled
            autoUpdateSpending = preferences.autoUpdateSpending
            pointValues = preferences.pointValues
        }

        /// The only fields.
        public static let closedFields: Set<String>? = fieldNames

        /// The rules of the fields.
        public static let rules = UserPreferencesInput.rules.map { rule in
            rule.lifted { UserPreferencesInput($0) }
        }
    }

    /// Shows what the caller prefers.
    public static let getPreferences = Endpoint<Empty, UserPreferences>(
        "getPreferences",
        .get,
        "/api/preferences",
        "Shows what the caller prefers of cards and answers.",
        headers: [.version],
        access: .member,
        surface: .rewards,
        answers: UserPreferences()
    )

    /// Changes what the caller prefers.
    public static let updatePreferences = Endpoint<UserPreferencesInput, UserPreferences>(
        "updatePreferences",
        .put,
        "/api/preferences",
        "Changes what the caller prefers; what is left out stays as it is.",
        headers: [.ifMatch, .version],
        access: .member,
        surface: .rewards,
        refusals: [.stale],
        example: UserPreferencesInput(
            preferredPointSystem: .ultimateRewards,
            language: .bilingual,
            ifMatch: VersionTag(0)
        ),
        answers: UserPreferences(
            preferredPointSystem: .ultimateRewards,
            language: .bilingual,
            version: 14
        ),
        outdates: .ownRoom
    )
}
