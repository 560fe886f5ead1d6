public import Kernel

/// What policies would have done to purchases of the past.
public struct PolicyBacktestReport: Sendable, Equatable {
    /// How many purchases were judged.
    public let purchases: Int
    /// Their sum, in minor units.
    public let sumMinor: Int64
    /// What became of each policy that was tried, in the order in which they were given.
    public let policies: [PolicyOutcome]
    /// Purchases that a parent had allowed and one of the policies would have stopped.
    public let overridesUsed: Int

    /// What one policy would have done.
    public struct PolicyOutcome: Sendable, Equatable {
        /// Its name.
        public let name: String
        /// Purchases that it would have stopped: declined, or asked a parent about.
        public internal(set) var stopped = 0
        /// Those of them that a parent would have been asked about.
        public internal(set) var asked = 0
        /// Purchases that it would have warned about.
        public internal(set) var warned = 0
        /// The sum of what it would have stopped, in minor units.
        public internal(set) var stoppedMinor: Int64 = 0
        /// Purchases that no other policy would have stopped.
        public internal(set) var alone = 0
        /// What it would have stopped, by month, earliest first; months without anything are not
        /// there.
        public internal(set) var byMonth: [MonthOutcome] = []
        /// Where it was true, the largest sum first; at most ``Limits/backtestMerchants``.
        public internal(set) var byMerchant: [MerchantOutcome] = []
        /// Whose purchases it was true for, the largest sum first.
        public internal(set) var byMember: [MemberOutcome] = []
        /// What it was true for, newest first; at most ``Limits/backtestExamples``.
        public internal(set) var examples: [Example] = []
    }

    /// What a policy would have stopped in a month.
    public struct MonthOutcome: Sendable, Equatable {
        /// The household's month.
        public let month: CivilMonth
        /// How many purchases.
        public internal(set) var stopped: Int
        /// Their sum, in minor units.
        public internal(set) var stoppedMinor: Int64
    }

    /// What a policy was true for at a merchant.
    public struct MerchantOutcome: Sendable, Equatable {
        /// The merchant, as it was named last.
        public let merchant: String
        /// How many purchases.
        public let purchases: Int
        /// Their sum, in minor units.
        public let sumMinor: Int64
    }

    /// What a policy was true for of a member.
    public struct MemberOutcome: Sendable, Equatable {
        /// The member.
        public let member: ID<Entity.Member>
        /// How many purchases.
        public let purchases: Int
        /// Their sum, in minor units.
        public let sumMinor: Int64
    }

    /// A purchase that a policy was true for.
    public struct Example: Sendable, Equatable {
        /// The movement of the ledger.
        public let id: ID<Entity.Transfer>
        /// When it was.
        public let instant: Timestamp
        /// The merchant, as it was named last.
        public let merchant: String
        /// The price in minor units.
        public let amountMinor: Int64
    }
}
