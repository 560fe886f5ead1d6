public import Kernel

/// A movement of money between two accounts of one household; never changed, never removed.
///
/// What was entered wrongly is corrected by a reversing transfer. What is not final yet is a
/// pending transfer, which another one posts, possibly with another amount, or voids.
public struct Transfer: Sendable, Equatable {
    /// Which step of a two-phase entry it is.
    public enum Phase: String, Sendable, CaseIterable {
        /// Final at once.
        case posted
        /// Not final: reserved on both accounts.
        case pending
        /// Makes a pending transfer final, with its own amount.
        case post
        /// Gives a pending transfer up.
        case void
    }

    /// What a transfer is for; open, because rooms add their own.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The word that is stored.
        public let rawValue: String

        /// Makes a kind from its word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A purchase; counts as spending unless its category is no expense.
        public static let purchase = Self(rawValue: "purchase")
        /// A purchase that a processor took from a card; its category is a word of Guardian's.
        public static let charge = Self(rawValue: "charge")
        /// Money that comes in.
        public static let income = Self(rawValue: "income")
        /// Between accounts of the household.
        public static let own = Self(rawValue: "own")
        /// The balance an account begins with.
        public static let opening = Self(rawValue: "opening")
        /// A child's allowance of one due day.
        public static let allowance = Self(rawValue: "allowance")
        /// Money that a parent put into a child's wallet.
        public static let deposit = Self(rawValue: "deposit")
        /// Money that a parent took out of a child's wallet.
        public static let withdrawal = Self(rawValue: "withdrawal")
        /// The reward of a chore.
        public static let reward = Self(rawValue: "reward")
        /// Money that a child asked for.
        public static let gift = Self(rawValue: "gift")
        /// What a removed child's accounts held.
        public static let closing = Self(rawValue: "closing")
    }

    /// The id.
    public let id: ID<Entity.Transfer>
    /// The household both accounts belong to.
    public let household: ID<Entity.Household>
    /// The account the money leaves.
    public let debitAccount: ID<Entity.Account>
    /// The account the money enters.
    public let creditAccount: ID<Entity.Account>
    /// The amount, more than zero.
    public let amount: Money
    /// What it is for.
    public let kind: Kind
    /// Which step of a two-phase entry it is.
    public let phase: Phase
    /// The pending transfer that this one posts or voids.
    public let pending: ID<Entity.Transfer>?
    /// The transfer that this one corrects.
    public let reverses: ID<Entity.Transfer>?
    /// The transfer, voided or corrected, whose place in lists this one takes, with its edits.
    public let replaces: ID<Entity.Transfer>?
    /// The member whose spending it is.
    public let member: ID<Entity.Member>?
    /// What is known of the purchase.
    public let details: Details
    /// When it happened, by whoever reported it.
    public let occurredAt: Timestamp
    /// The household's civil day of ``occurredAt``; where the day alone is known, that one.
    public private(set) var day: CivilDay
    /// The day that its link holds: that of the time zone the household had then; `nil` where it is
    /// ``day``.
    public private(set) var chainedDay: CivilDay?
    /// When the ledger learned of it.
    public let recordedAt: Timestamp

    /// What is known of a purchase beyond its money.
    public struct Details: Sendable, Equatable {
        /// The merchant as reported.
        public var merchant: String?
        /// A code of the catalogue, or a word of the member's own.
        public var category: String?
        /// The text of the bank or of the author.
        public var text: String?
        /// Who reported it.
        public var provider: String?
        /// The reporter's own id for it; the same record never becomes two transfers.
        public var providerRecord: String?

        /// Makes details of which nothing is known yet.
        public init(
            merchant: String? = nil,
            category: String? = nil,
            text: String? = nil,
            provider: String? = nil,
            providerRecord: String? = nil
        ) {
            self.merchant = merchant
            self.category = category
            self.text = text
            self.provider = provider
            self.providerRecord = providerRecord
        }
    }

    /// Makes a transfer.
    public init(
        id: ID<Entity.Transfer>,
        household: ID<Entity.Household>,
        debitAccount: ID<Entity.Account>,
        creditAccount: ID<Entity.Account>,
        amount: Money,
        kind: Kind,
        phase: Phase,
        pending: ID<Entity.Transfer>? = nil,
        reverses: ID<Entity.Transfer>? = nil,
        replaces: ID<Entity.Transfer>? = nil,
        member: ID<Entity.Member>? = nil,
        details: Details = Details(),
        occurredAt: Timestamp,
        day: CivilDay,
        chainedDay: CivilDay? = nil,
        recordedAt: Timestamp
    ) {
        self.id = id
        self.household = household
        self.debitAccount = debitAccount
        self.creditAccount = creditAccount
        self.amount = amount
        self.kind = kind
        self.phase = phase
        self.pending = pending
        self.reverses = reverses
        self.replaces = replaces
        self.member = member
        self.details = details
        self.occurredAt = occurredAt
        self.day = day
        self.chainedDay = chainedDay
        self.recordedAt = recordedAt
    }

    /// The transfer on another day, as another time zone tells it; its link keeps the first one.
    public func on(_ day: CivilDay) -> Transfer {
        var moved = self
        moved.day = day
        moved.chainedDay = chainedDay ?? self.day
        return moved
    }
}

extension Transfer {
    /// The id under which the transfer is annotated: a pending one keeps its edits when it posts.
    public var annotated: ID<Entity.Transfer> { pending ?? id }

    /// Whether the day alone is known, as of everything that a bank or a file of it tells.
    ///
    /// Their records are kept beside the ledger; a processor, which tells instants, has the record
    /// of its charge in the transfer.
    public var isKnownByDay: Bool {
        details.provider != nil && details.providerRecord == nil && kind != .charge
    }

    /// The day on which the transfer is in a household of a time zone.
    public func day(in zone: Zone) -> CivilDay {
        isKnownByDay ? chainedDay ?? day : zone.day(of: occurredAt)
    }
}
