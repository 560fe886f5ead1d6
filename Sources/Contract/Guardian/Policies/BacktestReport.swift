public import Kernel

extension API.Guardian {
    /// What policies would have done to past purchases.
    public struct BacktestReport: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// How many purchases were judged.
        public let purchases: Int
        /// Their sum, in cents.
        public let sumCents: Int64
        /// What each policy would have done, in the order of the request.
        public let policies: [BacktestOutcome]
        /// Purchases that a parent had allowed and one of the policies would have stopped.
        public let overridesUsed: Int
        /// How long it took, in milliseconds.
        public let milliseconds: Int64

        /// Makes a report.
        public init(
            purchases: Int,
            sumCents: Int64,
            policies: [BacktestOutcome],
            overridesUsed: Int,
            milliseconds: Int64
        ) {
            self.purchases = purchases
            self.sumCents = sumCents
            self.policies = policies
            self.overridesUsed = overridesUsed
            self.milliseconds = milliseconds
        }
    }

    /// What one policy would have done.
    public struct BacktestOutcome: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// Its name.
        public let name: String
        /// Purchases that it would have stopped: declined, or asked a parent about.
        public let stopped: Int
        /// Those of them that a parent would have been asked about.
        public let asked: Int
        /// Purchases that it would have warned about.
        public let warned: Int
        /// The sum of what it would have stopped, in cents.
        public let stoppedCents: Int64
        /// What it would have stopped, by month, the earliest first.
        public let byMonth: [BacktestMonth]
        /// Where it was true, the largest sum first, at most 10.
        public let byMerchant: [BacktestMerchant]
        /// Purchases that no other policy would have stopped.
        public let alone: Int
        /// What it was true for, the newest first, at most 10.
        public let examples: [BacktestExample]

        /// Makes an outcome.
        public init(
            name: String,
            stopped: Int,
            asked: Int,
            warned: Int,
            stoppedCents: Int64,
            byMonth: [BacktestMonth],
            byMerchant: [BacktestMerchant],
            alone: Int,
            examples: [BacktestExample]
        ) {
            self.name = name
            self.stopped = stopped
            self.asked = asked
            self.warned = warned
            self.stoppedCents = stoppedCents
            self.byMonth = byMonth
            self.byMerchant = byMerchant
            self.alone = alone
            self.examples = examples
        }
    }

    /// What a policy would have stopped in a month.
    public struct BacktestMonth: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The household's month.
        public let month: WireMonth
        /// How many purchases.
        public let stopped: Int
        /// Their sum, in cents.
        public let stoppedCents: Int64

        /// Makes a month.
        public init(month: WireMonth, stopped: Int, stoppedCents: Int64) {
            self.month = month
            self.stopped = stopped
            self.stoppedCents = stoppedCents
        }
    }

    /// What a policy was true for at a merchant.
    public struct BacktestMerchant: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The merchant, as it was named last.
        public let merchant: String
        /// How many purchases.
        public let purchases: Int
        /// Their sum, in cents.
        public let sumCents: Int64

        /// Makes a merchant.
        public init(merchant: String, purchases: Int, sumCents: Int64) {
            self.merchant = merchant
            self.purchases = purchases
            self.sumCents = sumCents
        }
    }

    /// A purchase that a policy was true for.
    public struct BacktestExample: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The movement of the ledger.
        public let id: ID<Entity.Transfer>
        /// The merchant, as it was named last.
        public let merchant: String
        /// The price in cents.
        public let amountCents: Int64
        /// When it was.
        public let at: GuardianTimestamp

        /// Makes an example.
        public init(
            id: ID<Entity.Transfer>,
            merchant: String,
            amountCents: Int64,
            at: GuardianTimestamp
        ) {
            self.id = id
            self.merchant = merchant
            self.amountCents = amountCents
            self.at = at
        }
    }
}
