import Kernel

extension API.Allowance {
    /// What the family's allowances are paid from.
    public struct PoolRequest: WireInput, Equatable {
        /// The balance it is to have, 0 or more; without one it never runs dry.
        public let balance: DecimalAmount?

        /// Makes a request.
        public init(balance: DecimalAmount? = nil) {
            self.balance = balance
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [balanceRule]

        private static var balanceRule: FieldRule<Self> {
            let bounds = Schema.Bounds(minimum: 0, maximum: Double(Limits.amountMinor) / 100)
            return FieldRule("balance", bounds: bounds) { body in
                guard let balance = body.balance else { return nil }
                if balance.minor < 0 { return "must be 0 or more" }
                return balance.minor > Limits.amountMinor ? "is out of range" : nil
            }
        }
    }

    /// Money for the pool.
    public struct PoolDepositRequest: WireInput, Equatable {
        /// How much, more than 0.
        public let amount: DecimalAmount

        /// Makes a request.
        public init(amount: DecimalAmount) {
            self.amount = amount
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [.amount("amount") { $0.amount }]
    }

    /// What the family's allowances are paid from, and what could not be paid yet.
    public struct PoolResponse: Codable, Sendable, Equatable {
        /// Whether it has a balance that it does not go below.
        public let isLimited: Bool
        /// What it holds; absent when it never runs dry.
        public let balance: DecimalAmount?
        /// What is owed to the children, because it did not hold enough.
        public let owed: DecimalAmount
        /// How many due days that is.
        public let owedCount: Int64

        /// Makes an answer.
        public init(balance: DecimalAmount?, owed: DecimalAmount, owedCount: Int64) {
            self.isLimited = balance != nil
            self.balance = balance
            self.owed = owed
            self.owedCount = owedCount
        }
    }

    /// Shows what the family's allowances are paid from.
    public static let getPool = Endpoint<Empty, PoolResponse>(
        "getPool",
        .get,
        "/api/v1/families/current/pool",
        "Shows what allowances are paid from, and what could not be paid yet.",
        access: .parent,
        surface: .allowance,
        answers: PoolResponse(
            balance: DecimalAmount(minor: 250),
            owed: DecimalAmount(minor: 2_000),
            owedCount: 2
        )
    )

    /// Gives the pool a balance, or takes it away; then pays what is owed.
    public static let setPool = Endpoint<PoolRequest, PoolResponse>(
        "setPool",
        .put,
        "/api/v1/families/current/pool",
        "Gives the pool a balance, or none so that it never runs dry; then pays what is owed.",
        access: .parent,
        surface: .allowance,
        example: PoolRequest(balance: DecimalAmount(minor: 10_000)),
        answers: PoolResponse(
            balance: DecimalAmount(minor: 8_000),
            owed: DecimalAmount(minor: 0),
            owedCount: 0
        )
    )

    /// Puts money into the pool, and pays what is owed.
    public static let depositToPool = Endpoint<PoolDepositRequest, PoolResponse>(
        "depositToPool",
        .post,
        "/api/v1/families/current/pool/deposits",
        "Puts money into a pool that has a balance, and pays what is owed.",
        access: .parent,
        surface: .allowance,
        example: PoolDepositRequest(amount: DecimalAmount(minor: 5_000)),
        answers: PoolResponse(
            balance: DecimalAmount(minor: 3_250),
            owed: DecimalAmount(minor: 0),
            owedCount: 0
        )
    )
}
