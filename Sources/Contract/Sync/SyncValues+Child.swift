public import Kernel

extension API.Sync {
    /// What a child holds, with when it is paid how much and how that is shared.
    public struct ChildValue: SyncValue {
        /// The first name, 1...50 characters.
        public var firstName: String
        /// The last name, 1...50 characters.
        public var lastName: String
        /// What it is paid on each due day, 0...10000.
        public var weeklyAllowance: DecimalAmount
        /// How often.
        public var frequency: API.Allowance.Frequency
        /// On which weekday, but for `Monthly`; that of the first payment when left out.
        public var weekday: API.Allowance.Weekday?
        /// On which day of the month, 1...31, for `Monthly`; a shorter month has it on its last.
        public var dayOfMonth: Int64?
        /// Whether nothing is paid for the time being.
        public var isPaused: Bool
        /// Why nothing is paid, 1...200 characters; only of a child that is paused, and required
        /// there.
        public var pauseReason: String?
        /// How each allowance is shared.
        public var split: API.Allowance.SplitPercents

        /// Makes a value.
        public init(
            firstName: String,
            lastName: String,
            weeklyAllowance: DecimalAmount,
            frequency: API.Allowance.Frequency,
            weekday: API.Allowance.Weekday? = nil,
            dayOfMonth: Int64? = nil,
            isPaused: Bool = false,
            pauseReason: String? = nil,
            split: API.Allowance.SplitPercents
        ) {
            self.firstName = firstName
            self.lastName = lastName
            self.weeklyAllowance = weeklyAllowance
            self.frequency = frequency
            self.weekday = weekday
            self.dayOfMonth = dayOfMonth
            self.isPaused = isPaused
            self.pauseReason = pauseReason
            self.split = split
        }

        /// The only fields.
        public static let closedFields: Set<String>? = fieldNames

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] =
            [
                .text("firstName", upTo: Limits.nameCharacters) { $0.firstName },
                .text("lastName", upTo: Limits.nameCharacters) { $0.lastName },
                .money("weeklyAllowance", upTo: Limits.allowanceMinor) { $0.weeklyAllowance },
                .text("pauseReason", upTo: Limits.pauseReasonCharacters) { $0.pauseReason },
                FieldRule("pauseReason", reading: ["isPaused"]) { body in
                    guard body.isPaused != (body.pauseReason != nil) else { return nil }
                    return body.isPaused ? "is required for a pause" : "is only for a pause"
                },
                FieldRule("split") { body in
                    let parts = [body.split.spend, body.split.save, body.split.give]
                    let isWhole =
                        parts.allSatisfy { (0...100).contains($0) }
                        && parts.reduce(0, +) == 100
                    return isWhole ? nil : "must be 100 together"
                },
            ]
            + API.Allowance.ScheduleRequest.rhythmRules.map { rule in
                rule.lifted { API.Allowance.ScheduleRequest(ID(RawID(high: 0, low: 0)), $0) }
            }
    }
}

extension API.Allowance.ScheduleRequest {
    /// When a child is paid, and how much, as a device has it.
    public init(_ child: ID<Entity.Child>, _ value: API.Sync.ChildValue) {
        self.init(
            childID: child,
            frequency: value.frequency,
            weekday: value.weekday,
            dayOfMonth: value.dayOfMonth,
            amount: value.weeklyAllowance
        )
    }
}
