/// The UUID of one kind of entity; ids of different kinds do not mix.
public struct ID<Entity>: Hashable, Comparable, Sendable {
    /// The id without its kind.
    public let raw: RawID

    /// Gives an id its kind.
    public init(_ raw: RawID) {
        self.raw = raw
    }

    /// Reads an id's text in any case; `nil` when it is no UUID.
    public init?(_ text: String) {
        guard let raw = RawID(text) else { return nil }
        self.init(raw)
    }

    /// The 36 characters of the id, in lower case.
    public var text: String { raw.text }

    /// Orders ids as their bits are ordered.
    public static func < (left: Self, right: Self) -> Bool { left.raw < right.raw }
}

extension ID: CustomStringConvertible {
    /// The id's text.
    public var description: String { text }
}

/// The integer id of one kind of entity, given by the database; Guardian and Banking paths use it.
public struct Serial<Entity>: Hashable, Comparable, Sendable {
    /// The number, one or more.
    public let value: Int64

    /// Gives a number its kind.
    public init(_ value: Int64) {
        self.value = value
    }

    /// Orders ids by age: what was made later has a higher number.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// The kinds of entities that ids belong to.
public enum Entity {
    /// A family with its money.
    public enum Household: Sendable {}
    /// A user in a household.
    public enum Member: Sendable {}
    /// The profile of a member who is a child.
    public enum Child: Sendable {}
    /// Something a child saves for.
    public enum Goal: Sendable {}
    /// A task with a reward.
    public enum Chore: Sendable {}
    /// A child's request for money.
    public enum MoneyRequest: Sendable {}
    /// One sign-in.
    public enum Session: Sendable {}
    /// Something that happened to a member's account.
    public enum AuthEvent: Sendable {}
    /// A passkey of a member.
    public enum Passkey: Sendable {}
    /// An invitation of a second parent.
    public enum Invitation: Sendable {}
    /// A ledger account.
    public enum Account: Sendable {}
    /// Who is paid, as the movements of all accounts name it.
    public enum Merchant: Sendable {}
    /// A movement between two accounts.
    public enum Transfer: Sendable {}
    /// A movement on one account, as lists of transactions show it.
    public enum Entry: Sendable {}
    /// One answer to "may this purchase go ahead?".
    public enum Decision: Sendable {}
    /// A monthly limit for a category.
    public enum Rule: Sendable {}
    /// A circle on the map with a policy.
    public enum Geofence: Sendable {}
    /// A record that devices copy, of any kind.
    public enum Copy: Sendable {}
    /// A condition with what is answered to the purchases that it is true for.
    public enum Policy: Sendable {}
    /// A parent's one-time permission.
    public enum Override: Sendable {}
    /// A card that is charged through a processor.
    public enum FundingSource: Sendable {}
    /// An amount that a processor is to take from a card.
    public enum Charge: Sendable {}
    /// A child's request to be allowed a purchase that was declined.
    public enum Approval: Sendable {}
    /// Something that happened to a member, as it is told live.
    public enum Event: Sendable {}
    /// A sign-in at a bank, through which accounts are read.
    public enum BankItem: Sendable {}
    /// A movement as a bank or a file reports it.
    public enum BankRecord: Sendable {}
    /// A bank file that was imported.
    public enum BankImport: Sendable {}
    /// Something that a member is told, or was.
    public enum Notification: Sendable {}
    /// A series of questions and answers of a member.
    public enum Conversation: Sendable {}
    /// A question or an answer of a conversation.
    public enum ChatMessage: Sendable {}
    /// A recorded change that is neither transfer nor decision.
    public enum Edit: Sendable {}
    /// A member's reward card.
    public enum RewardCard: Sendable {}
    /// What a reward card earns in one category.
    public enum RewardRow: Sendable {}
    /// A limit of what a reward card earns its rate on.
    public enum SpendingLimit: Sendable {}
    /// A card that is recommended for a purchase.
    public enum CardRecommendation: Sendable {}
}
