public import Kernel

extension API.Allowance {
    /// How often an allowance is due.
    public enum Frequency: String, Codable, Sendable, CaseIterable, WireEnum {
        /// Every seven days.
        case weekly = "Weekly"
        /// Every fourteen days.
        case biweekly = "BiWeekly"
        /// Once in each month.
        case monthly = "Monthly"

        static let ignoresCase = true
    }

    /// A day of the week, in the order of the week.
    public enum Weekday: String, Codable, Sendable, CaseIterable, WireEnum {
        /// Monday.
        case monday = "Monday"
        /// Tuesday.
        case tuesday = "Tuesday"
        /// Wednesday.
        case wednesday = "Wednesday"
        /// Thursday.
        case thursday = "Thursday"
        /// Friday.
        case friday = "Friday"
        /// Saturday.
        case saturday = "Saturday"
        /// Sunday.
        case sunday = "Sunday"

        static let ignoresCase = true
    }

    /// A child's schedule as it is to be.
    public struct ScheduleRequest: WireInput, Equatable {
        /// The child's profile.
        public let childID: ID<Entity.Child>
        /// How often.
        public let frequency: Frequency
        /// On which weekday, but for `Monthly`; that of the first payment when left out.
        public let weekday: Weekday?
        /// On which day of the month, 1...31, for `Monthly`; a shorter month has it on its last.
        public let dayOfMonth: Int64?
        /// How much on each due day, 0...10000; what it was when left out.
        public let amount: DecimalAmount?

        /// Makes a request.
        public init(
            childID: ID<Entity.Child>,
            frequency: Frequency,
            weekday: Weekday? = nil,
            dayOfMonth: Int64? = nil,
            amount: DecimalAmount? = nil
        ) {
            self.childID = childID
            self.frequency = frequency
            self.weekday = weekday
            self.dayOfMonth = dayOfMonth
            self.amount = amount
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] =
            rhythmRules + [.money("amount", upTo: Limits.allowanceMinor) { $0.amount }]

        /// The rules of the fields that say on which days it is due.
        static let rhythmRules: [FieldRule<Self>] = [
            .field(
                "weekday",
                is: .absent,
                where: "frequency",
                says: [.monthly],
                "is not for Monthly"
            ) { ($0.frequency, $0.weekday != nil) },
            .field(
                "dayOfMonth",
                is: .absent,
                where: "frequency",
                says: [.weekly, .biweekly],
                "is only for Monthly"
            ) { ($0.frequency, $0.dayOfMonth != nil) },
            .field(
                "dayOfMonth",
                is: .present,
                where: "frequency",
                says: [.monthly],
                "is required for Monthly"
            ) { ($0.frequency, $0.dayOfMonth != nil) },
            dayOfMonthRule,
        ]

        private static var dayOfMonthRule: FieldRule<Self> {
            let bounds = Schema.Bounds(minimum: 1, maximum: 31)
            return FieldRule("dayOfMonth", bounds: bounds, reading: ["frequency"]) { body in
                guard let day = body.dayOfMonth else { return nil }
                return (1...31).contains(day) ? nil : "must be between 1 and 31"
            }
        }
    }

    /// Why a child is not paid for the time being.
    public struct PauseRequest: WireInput, Equatable {
        /// The child's profile.
        public let childID: ID<Entity.Child>
        /// Why, 1...200 characters; the child is shown it.
        public let reason: String

        /// Makes a request.
        public init(childID: ID<Entity.Child>, reason: String) {
            self.childID = childID
            self.reason = reason
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("reason", upTo: Limits.pauseReasonCharacters) { $0.reason }
        ]
    }

    /// A child's schedule as it is.
    public struct ScheduleResponse: Codable, Sendable, Equatable {
        /// The child's profile.
        public let childID: ID<Entity.Child>
        /// How often.
        public let frequency: Frequency
        /// On which weekday, where that is set.
        public let weekday: Weekday?
        /// On which day of the month, where it is `Monthly`.
        public let dayOfMonth: Int64?
        /// How much on each due day.
        public let amount: DecimalAmount
        /// Whether nothing is paid for the time being.
        public let isPaused: Bool
        /// Why nothing is paid.
        public let pauseReason: String?
        /// Since when nothing is paid.
        public let pausedAt: WireTimestamp?
        /// Local midnight of the next due day; absent while nobody knows it.
        public let nextAllowanceDate: WireTimestamp?
        /// Local midnight of the last due day that was paid; absent before the first.
        public let lastAllowanceDate: WireTimestamp?
        /// The next due days, `YYYY-MM-DD`; none while nobody knows them.
        public let upcoming: [String]

        /// Makes an answer.
        public init(
            childID: ID<Entity.Child>,
            frequency: Frequency,
            weekday: Weekday? = nil,
            dayOfMonth: Int64? = nil,
            amount: DecimalAmount,
            isPaused: Bool = false,
            pauseReason: String? = nil,
            pausedAt: WireTimestamp? = nil,
            nextAllowanceDate: WireTimestamp? = nil,
            lastAllowanceDate: WireTimestamp? = nil,
            upcoming: [String] = []
        ) {
            self.childID = childID
            self.frequency = frequency
            self.weekday = weekday
            self.dayOfMonth = dayOfMonth
            self.amount = amount
            self.isPaused = isPaused
            self.pauseReason = pauseReason
            self.pausedAt = pausedAt
            self.nextAllowanceDate = nextAllowanceDate
            self.lastAllowanceDate = lastAllowanceDate
            self.upcoming = upcoming
        }
    }
}
