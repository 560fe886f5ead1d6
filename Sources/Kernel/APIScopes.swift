/// What of the API a token opens: rooms, each to read or also to change, and the member's account.
///
/// Written as words with a space between (RFC 6749, section 3.3); held as bits, because every call
/// asks whether it is among them.
public struct APIScopes: OptionSet, Hashable, Sendable {
    /// A bit for reading and one for changing each room, and one for the account.
    public let rawValue: UInt16

    /// Makes a set from its bits.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Reads of purchases, limits and places.
    public static let guardianRead = Self(rawValue: 0b01)
    /// Everything of purchases, limits and places.
    public static let guardian = Self(rawValue: 0b11)
    /// Reads of bank accounts and transactions.
    public static let bankingRead = Self(rawValue: 0b01 << 2)
    /// Everything of bank accounts and transactions.
    public static let banking = Self(rawValue: 0b11 << 2)
    /// Reads of reward cards.
    public static let rewardsRead = Self(rawValue: 0b01 << 4)
    /// Everything of reward cards.
    public static let rewards = Self(rawValue: 0b11 << 4)
    /// Reads of children, wallets and allowances.
    public static let allowanceRead = Self(rawValue: 0b01 << 6)
    /// Everything of children, wallets and allowances.
    public static let allowance = Self(rawValue: 0b11 << 6)
    /// Reads of budgets and reports.
    public static let insightsRead = Self(rawValue: 0b01 << 8)
    /// Everything of budgets and reports.
    public static let insights = Self(rawValue: 0b11 << 8)
    /// Password, factors, sessions, invitations and who is a member.
    public static let account = Self(rawValue: 1 << 10)
    /// All there is.
    public static let all: Self = [.guardian, .banking, .rewards, .allowance, .insights, .account]

    /// The words there are, each after the one that it is less than.
    public static let words: [(word: String, scopes: APIScopes)] = [
        ("guardian", .guardian), ("guardian:read", .guardianRead),
        ("banking", .banking), ("banking:read", .bankingRead),
        ("rewards", .rewards), ("rewards:read", .rewardsRead),
        ("allowance", .allowance), ("allowance:read", .allowanceRead),
        ("insights", .insights), ("insights:read", .insightsRead),
        ("account", .account),
    ]

    /// What one word opens; nothing for a word that is not of the API.
    public init(word: some StringProtocol) {
        self = Self.words.first { $0.word.utf8.elementsEqual(word.utf8) }?.scopes ?? []
    }

    /// What the words of a text open together; those that are not of the API open nothing.
    public init(text: String) {
        self = text.split(separator: " ").reduce(into: []) { $0.formUnion(Self(word: $1)) }
    }

    /// The fewest words for it.
    public var text: String {
        var told: APIScopes = []
        var kept: [String] = []
        for (word, scopes) in Self.words where isSuperset(of: scopes) && !told.contains(scopes) {
            told.formUnion(scopes)
            kept.append(word)
        }
        return kept.joined(separator: " ")
    }
}
