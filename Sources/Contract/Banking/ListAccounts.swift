public import Kernel

extension API.Banking {
    /// What kind of account it is.
    public enum AccountType: String, Codable, Sendable, CaseIterable, WireEnum {
        /// Holds money: checking, savings, a child's wallet.
        case depository
        /// Owes money: a card.
        case credit
        /// A loan.
        case loan
        /// Securities.
        case investment
        /// Anything else.
        case other
    }

    /// An account of the caller.
    public struct Account: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The integer id.
        public let id: Int64
        /// The UUID, the same as on Insights.
        public let accountID: ID<Entity.Account>
        /// The name.
        public let name: String
        /// What kind of account it is.
        public let accountType: AccountType
        /// The bank's finer word, such as `checking`; `allowance` for a child's wallet.
        public let accountSubtype: String?
        /// What may be spent, where the bank reports it.
        public let balanceAvailable: DecimalAmount?
        /// What it holds; for `credit` and `loan` what is owed, above 0.
        public let balanceCurrent: DecimalAmount
        /// The currency, in upper case.
        public let currencyCode: String
        /// The bank; the family for what is kept in no bank.
        public let institutionName: String
        /// When a linked account was last synced.
        public let lastSyncedAt: WireTimestamp?

        /// Makes an account.
        public init(
            id: Int64,
            accountID: ID<Entity.Account>,
            name: String,
            accountType: AccountType,
            accountSubtype: String? = nil,
            balanceAvailable: DecimalAmount? = nil,
            balanceCurrent: DecimalAmount,
            currencyCode: String,
            institutionName: String,
            lastSyncedAt: WireTimestamp? = nil
        ) {
            self.id = id
            self.accountID = accountID
            self.name = name
            self.accountType = accountType
            self.accountSubtype = accountSubtype
            self.balanceAvailable = balanceAvailable
            self.balanceCurrent = balanceCurrent
            self.currencyCode = currencyCode
            self.institutionName = institutionName
            self.lastSyncedAt = lastSyncedAt
        }

        static let example = Self(
            id: 3,
            accountID: ID(RawID(high: 0x0194_4B1E_7A40_7C31, low: 0x8F5E_7F0A_6F1F_2B41)),
            name: "Checking",
            accountType: .depository,
            balanceCurrent: DecimalAmount(minor: 125_075),
            currencyCode: "USD",
            institutionName: "Doe Family"
        )

        static let linkedExample = Self(
            id: 4,
            accountID: ID(RawID(high: 0x0194_4B1E_7A40_7C32, low: 0x8F5E_7F0A_6F1F_2B42)),
            name: "Primary Checking",
            accountType: .depository,
            accountSubtype: "checking",
            balanceAvailable: DecimalAmount(minor: 524_018),
            balanceCurrent: DecimalAmount(minor: 524_018),
            currencyCode: "USD",
            institutionName: "Plaid Sandbox"
        )
    }

    /// The caller's accounts.
    public struct AccountListResponse: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The accounts, in the order in which they were made.
        public let accounts: [Account]
        /// How many.
        public let total: Int64

        /// Makes an answer.
        public init(_ accounts: [Account]) {
            self.accounts = accounts
            self.total = Int64(accounts.count)
        }
    }

    /// Lists the caller's accounts.
    public static let listAccounts = Endpoint<Empty, AccountListResponse>(
        "listAccounts",
        .get,
        "/api/accounts",
        "Lists the caller's accounts, in the order in which they were made.",
        access: .member,
        surface: .banking,
        answers: AccountListResponse([.example])
    )
}
