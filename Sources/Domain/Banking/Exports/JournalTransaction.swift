public import Kernel

/// A transaction of a journal for hledger.
public struct JournalTransaction: Sendable, Equatable {
    /// What one account gets, or loses.
    public struct Posting: Sendable, Equatable {
        /// The account's name in the journal.
        public var account: String
        /// What it gets, in minor units.
        public var minor: Int64
        /// The currency.
        public var currency: Currency
        /// What it then holds, where hledger is to check that.
        public var balanceMinor: Int64?

        /// Makes a posting.
        public init(
            _ account: String,
            _ minor: Int64,
            _ currency: Currency,
            balanceMinor: Int64? = nil
        ) {
            self.account = account
            self.minor = minor
            self.currency = currency
            self.balanceMinor = balanceMinor
        }
    }

    /// The day.
    public var day: CivilDay
    /// What it is called, in any words.
    public var description: String
    /// Names and values without commas, of which a comment is made.
    public var tags: [(name: String, value: String)]
    /// What the accounts get; the sum of each currency is 0.
    public var postings: [Posting]

    /// Makes a transaction.
    public init(
        _ day: CivilDay,
        _ description: String,
        tags: [(name: String, value: String)] = [],
        _ postings: [Posting]
    ) {
        self.day = day
        self.description = description
        self.tags = tags
        self.postings = postings
    }

    /// The lines of it, with an empty one before.
    ///
    /// The mark is always there, so that none is read in a description that begins with one.
    public var text: String {
        let title = JournalText.description(description)
        var text = "\n\(day.text) *\(title.isEmpty ? "" : " \(title)")\n"
        if !tags.isEmpty {
            let tags = tags.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
            text += "    ; \(tags)\n"
        }
        for posting in postings {
            let amount = JournalText.amount(posting.minor, posting.currency)
            text += "    \(posting.account)  \(amount)"
            if let balance = posting.balanceMinor {
                text += " = \(JournalText.amount(balance, posting.currency))"
            }
            text += "\n"
        }
        return text
    }

    /// Whether two transactions are the same.
    public static func == (left: Self, right: Self) -> Bool {
        left.day == right.day && left.text == right.text
    }
}
