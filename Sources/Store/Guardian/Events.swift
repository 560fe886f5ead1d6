public import Kernel
public import Ledger
public import SQL

/// Something that happened to a member, as those who follow the household are told.
public struct EventRecord: Sendable, Equatable {
    /// What happened; open, because rooms add their own.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The word that is stored and told.
        public let rawValue: String

        /// Makes a kind from its word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A child asked to be allowed a purchase.
        public static let approvalRequested = Self(rawValue: "approval.requested")
        /// A parent decided what a child asked for.
        public static let approvalDecided = Self(rawValue: "approval.decided")
        /// A parent invited another one.
        public static let parentInvited = Self(rawValue: "parent.invited")
        /// An invited parent joined.
        public static let parentJoined = Self(rawValue: "parent.joined")
        /// A parent was taken out of the household, or left it.
        public static let parentRemoved = Self(rawValue: "parent.removed")
        /// A policy was made, changed, or took another state.
        public static let policyChanged = Self(rawValue: "policy.changed")
        /// Rows of a bank file were booked.
        public static let importProgress = Self(rawValue: "import_progress")
    }

    /// The integer id.
    public let number: Serial<Entity.Event>
    /// What happened.
    public let kind: Kind
    /// What is known of it: one line of JSON.
    public let body: String
}

/// The events of all households.
public enum Events {
    private static let insertion = Statement(
        """
        INSERT INTO events (household_id, member_id, kind, body, created_at_ms, is_shared)
        VALUES ($1, $2, $3, $4, $5, $6)
        """
    )

    /// Records an event of a transaction that has added to its household's chain.
    ///
    /// Numbers are given out when rows are made and not when they are committed, so a lower one may
    /// appear after a higher one, and who read on from the higher one would never see it. Within a
    /// household that cannot be: the end of its chain is one row, and who moves it keeps all others
    /// from moving it until the commit. So the number is taken behind that turnstile, which is why
    /// this asks for the chain's new end.
    ///
    /// - Parameters:
    ///   - kind: What happened.
    ///   - member: To whom.
    ///   - isShared: Whether every member of the household is told, children too.
    ///   - body: One line of JSON.
    ///   - head: The chain's end as this transaction has moved it.
    ///   - now: When.
    ///   - session: The transaction.
    /// - Throws: `DatabaseError`.
    public static func append(
        _ kind: EventRecord.Kind,
        of member: ID<Entity.Member>,
        isShared: Bool = false,
        _ body: String,
        after head: ChainHead,
        now: Timestamp,
        in session: any Session
    ) throws {
        precondition(!body.utf8.contains { $0 == 0x0A || $0 == 0x0D }, "a body is one line")
        try session.run(
            insertion,
            [
                .id(head.household), .id(member), .text(kind.rawValue), .text(body),
                .instant(now), .integer(isShared ? 1 : 0),
            ]
        )
    }

    private static let ofHousehold = Statement(
        """
        SELECT number, kind, body FROM events
        WHERE household_id = $1 AND number > $2 ORDER BY number LIMIT $3
        """
    )
    private static let ofMember = Statement(
        """
        SELECT number, kind, body FROM events
        WHERE household_id = $1 AND number > $2 AND member_id = $4 ORDER BY number LIMIT $3
        """
    )
    private static let shared = Statement(
        """
        SELECT number, kind, body FROM events
        WHERE household_id = $1 AND number > $2 AND is_shared = 1 ORDER BY number LIMIT $3
        """
    )

    /// What happened in a household after an event, or to one member of it and to everybody, oldest
    /// first.
    ///
    /// - Returns: At most ``Limits/eventsPerRead``.
    public static func list(
        after number: Serial<Entity.Event>,
        of household: ID<Entity.Household>,
        member: ID<Entity.Member>?,
        in session: any Session
    ) throws -> [EventRecord] {
        let values: [Value] = [
            .id(household), .integer(number.value), .count(Limits.eventsPerRead),
        ]
        guard let member else { return try session.rows(ofHousehold, values, decode) }
        let own = try session.rows(ofMember, values + [.id(member)], decode)
        let numbers = Set(own.map(\.number))
        let others = try session.rows(shared, values, decode)
            .filter { !numbers.contains($0.number) }
        guard !others.isEmpty else { return own }
        let all = (own + others).sorted { $0.number.value < $1.number.value }
        return Array(all.prefix(Limits.eventsPerRead))
    }

    private static let newest = Statement(
        "SELECT number FROM events WHERE household_id = $1 ORDER BY number DESC LIMIT 1"
    )

    /// The newest event of a household; 0 when there is none.
    public static func newest(
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> Serial<Entity.Event> {
        try session.first(newest, [.id(household)]) { $0.serial(0) } ?? Serial(0)
    }

    /// Forgets events that are kept no longer.
    public static let purge = Purge(
        of: "events",
        by: "created_at_ms",
        keptMilliseconds: Limits.eventKeptMilliseconds
    )

    private static func decode(_ row: any Row) -> EventRecord {
        EventRecord(
            number: row.serial(0),
            kind: EventRecord.Kind(rawValue: row.text(1)),
            body: row.text(2)
        )
    }
}
