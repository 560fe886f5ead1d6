public import Kernel

extension API.Sync {
    /// What a monthly limit holds.
    public struct RuleValue: SyncValue {
        /// Whose it is; it stays.
        public let memberID: ID<Entity.Member>
        /// The category's code, or the member's own word in lower case; it stays.
        public let category: String
        /// The limit in cents, 0 or more; 0 blocks the category.
        public var monthlyLimitCents: Int64

        /// Makes a value.
        public init(memberID: ID<Entity.Member>, category: String, monthlyLimitCents: Int64) {
            self.memberID = memberID
            self.category = category
            self.monthlyLimitCents = monthlyLimitCents
        }

        /// The only fields.
        public static let closedFields: Set<String>? = fieldNames

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("category", upTo: Limits.categoryCharacters) { $0.category },
            .limit("monthlyLimitCents") { $0.monthlyLimitCents },
        ]
    }

    /// What a geofence holds.
    public struct GeofenceValue: SyncValue {
        /// Whose it is; it stays.
        public let memberID: ID<Entity.Member>
        /// What it is called, 1...100 characters.
        public var name: String
        /// The centre's latitude in degrees, −90...90.
        public var lat: Double
        /// The centre's longitude in degrees, −180...180.
        public var lon: Double
        /// The radius in metres, 1...100,000.
        public var radiusM: Int64
        /// What it does.
        public var policy: API.Guardian.GeofencePolicy
        /// The category it is for; every category when left out.
        public var category: String?

        /// Makes a value.
        public init(
            memberID: ID<Entity.Member>,
            name: String,
            lat: Double,
            lon: Double,
            radiusM: Int64,
            policy: API.Guardian.GeofencePolicy,
            category: String? = nil
        ) {
            self.memberID = memberID
            self.name = name
            self.lat = lat
            self.lon = lon
            self.radiusM = radiusM
            self.policy = policy
            self.category = category
        }

        /// The only fields.
        public static let closedFields: Set<String>? = fieldNames

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("name", upTo: Limits.fenceNameCharacters) { $0.name },
            .number("lat", in: -90...90) { $0.lat },
            .number("lon", in: -180...180) { $0.lon },
            .integer("radiusM", in: 1...Limits.fenceRadiusMetres) { $0.radiusM },
            .text("category", upTo: Limits.categoryCharacters) { $0.category },
        ]
    }

    /// What a chore holds.
    public struct ChoreValue: SyncValue {
        /// The child; it stays.
        public let childID: ID<Entity.Child>
        /// What is to be done, 1...200 characters.
        public var title: String
        /// What it is rewarded with, 0...10000.
        public var reward: DecimalAmount
        /// What became of it.
        public var state: API.Allowance.ChoreState
        /// Why a parent did not agree, 1...500 characters; only with `Rejected`.
        public var reason: String?

        /// Makes a value.
        public init(
            childID: ID<Entity.Child>,
            title: String,
            reward: DecimalAmount,
            state: API.Allowance.ChoreState,
            reason: String? = nil
        ) {
            self.childID = childID
            self.title = title
            self.reward = reward
            self.state = state
            self.reason = reason
        }

        /// The only fields.
        public static let closedFields: Set<String>? = fieldNames

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("title", upTo: Limits.choreTitleCharacters) { $0.title },
            .money("reward", upTo: Limits.rewardMinor) { $0.reward },
            .text("reason", upTo: Limits.descriptionCharacters) { $0.reason },
        ]
    }

    /// What a member made of a transaction, all of it: what is left out is as the bank reports it.
    public struct TransactionEditValue: SyncValue {
        /// The category, 1...64 characters.
        public var category: String?
        /// The notes, 1...255 characters.
        public var notes: String?

        /// Makes a value; one without fields takes an edit away.
        public init(category: String? = nil, notes: String? = nil) {
            self.category = category
            self.notes = notes
        }

        /// The only fields.
        public static let closedFields: Set<String>? = fieldNames

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("category", upTo: Limits.editedCategoryCharacters) { $0.category },
            .text("notes", upTo: Limits.notesCharacters) { $0.notes },
        ]
    }

    /// What a goal holds.
    public struct GoalValue: SyncValue {
        /// The child; it stays.
        public let childID: ID<Entity.Child>
        /// What it is, 1...100 characters.
        public var name: String
        /// What it costs, more than zero.
        public var targetAmount: DecimalAmount

        /// Makes a value.
        public init(childID: ID<Entity.Child>, name: String, targetAmount: DecimalAmount) {
            self.childID = childID
            self.name = name
            self.targetAmount = targetAmount
        }

        /// The only fields.
        public static let closedFields: Set<String>? = fieldNames

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("name", upTo: Limits.goalNameCharacters) { $0.name },
            .moving("targetAmount", upTo: Limits.amountMinor) { $0.targetAmount },
        ]
    }
}
