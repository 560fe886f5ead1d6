public import Kernel

extension API.Insights {
    /// What kind of account it is.
    public enum AccountType: String, Codable, Sendable, CaseIterable, WireEnum {
        /// Money that is spent from.
        case checking
        /// Money that is put aside.
        case savings
        /// A card that owes money.
        case credit
        /// A loan.
        case loan
        /// Securities.
        case investment
        /// A child's wallet.
        case allowance
        /// Anything else.
        case other
    }

    /// An account of the caller.
    public struct Account: Codable, Sendable, Equatable {
        /// The UUID.
        public let id: ID<Entity.Account>
        /// The name.
        public let name: String
        /// The bank; the family for what is kept in no bank.
        public let institution: String
        /// What kind of account it is.
        public let type: AccountType
        /// What it holds; below 0 for money that is owed.
        public let balance: DecimalAmount
        /// The currency, in upper case.
        public let currency: String
        /// When it was made here.
        public let createdAt: WireTimestamp
        /// When its newest transaction was.
        public let lastTransactionAt: WireTimestamp?
        /// When the sign-in was linked through which it is read.
        public let linkedAt: WireTimestamp?

        /// Makes an account.
        public init(
            id: ID<Entity.Account>,
            name: String,
            institution: String,
            type: AccountType,
            balance: DecimalAmount,
            currency: String,
            createdAt: WireTimestamp,
            lastTransactionAt: WireTimestamp? = nil,
            linkedAt: WireTimestamp? = nil
        ) {
            self.id = id
            self.name = name
            self.institution = institution
            self.type = type
            self.balance = balance
            self.currency = currency
            self.createdAt = createdAt
            self.lastTransactionAt = lastTransactionAt
            self.linkedAt = linkedAt
        }

        static let example = Self(
            id: ID(RawID(high: 0x0194_4B1E_7A40_7C32, low: 0x8F5E_7F0A_6F1F_2B42)),
            name: "Primary Checking",
            institution: "Chase",
            type: .checking,
            balance: DecimalAmount(minor: 854_267),
            currency: "USD",
            createdAt: WireTimestamp(Timestamp(seconds: 1_736_935_200)),
            lastTransactionAt: WireTimestamp(Timestamp(seconds: 1_749_686_400)),
            linkedAt: WireTimestamp(Timestamp(seconds: 1_736_935_200))
        )
    }

    /// The caller's accounts, with what they hold together.
    public struct AccountsListResponse: Codable, Sendable, Equatable {
        /// The household's currency, in upper case.
        public let currency: String
        /// What the accounts in the household's currency hold together.
        public let totalBalance: DecimalAmount
        /// The accounts, in the order in which they were made.
        public let accounts: [Account]
        /// The trace of this call.
        public let traceID: String

        /// Makes an answer.
        public init(
            currency: String,
            totalBalance: DecimalAmount,
            accounts: [Account],
            traceID: String
        ) {
            self.currency = currency
            self.totalBalance = totalBalance
            self.accounts = accounts
            self.traceID = traceID
        }
    }

    /// Lists the caller's accounts with what they hold together.
    public static let accountsOverview = Endpoint<Empty, AccountsListResponse>(
        "accountsOverview",
        .get,
        "/accounts",
        "Lists the caller's accounts with what they hold together.",
        access: .member,
        surface: .insights,
        answers: AccountsListResponse(
            currency: "USD",
            totalBalance: DecimalAmount(minor: 854_267),
            accounts: [.example],
            traceID: exampleTrace
        )
    )
}
