public import Kernel
public import SQL

/// An entry with what tells its place among those of its day.
public struct DatedEntry: Sendable, Equatable {
    /// The entry.
    public let record: EntryRecord
    /// The exact instant; `nil` where a bank tells the day alone.
    public let occurredAt: Timestamp?
    /// Whether its category is the member's edit.
    public let isEdited: Bool
}

/// What tells the place of an entry among those of its day: the later instant comes first, and of
/// what was at one instant the entry with the higher number.
public struct DatedPlace: Comparable, Sendable {
    /// When it was; the start of its day where that alone is known.
    public let instant: Timestamp
    /// The order of posting.
    public let number: Int64

    /// Makes a place.
    public init(_ instant: Timestamp, _ number: Int64) {
        self.instant = instant
        self.number = number
    }

    /// Whether one is earlier, so that it stands behind the other in a list.
    public static func < (one: DatedPlace, other: DatedPlace) -> Bool {
        (one.instant, one.number) < (other.instant, other.number)
    }
}

/// Entries of one day in the order of their instants.
public enum DatedEntries {
    /// Which entries of a day are meant.
    public struct Piece: Sendable {
        /// The day.
        public let day: CivilDay
        /// When it begins, which is when what is known by its day alone was.
        public let start: Timestamp
        /// The one account, if not all.
        public let account: ID<Entity.Account>?
        /// Only what stands behind this place; all when `nil`.
        public let before: DatedPlace?
        /// Only those with these numbers; all when `nil`.
        public let numbers: Set<Int64>?
        /// How many newer ones are left out.
        public let skipped: Int64
        /// How many are taken at most.
        public let taken: Int

        /// Makes a piece.
        public init(
            day: CivilDay,
            from start: Timestamp,
            account: ID<Entity.Account>?,
            before: DatedPlace? = nil,
            numbers: Set<Int64>? = nil,
            skipped: Int64 = 0,
            taken: Int
        ) {
            self.day = day
            self.start = start
            self.account = account
            self.before = before
            self.numbers = numbers
            self.skipped = skipped
            self.taken = taken
        }
    }

    private static let columns = """
        SELECT e.number, e.id, e.transfer_id, e.account_id, e.member_id, e.amount_minor, e.day,
            e.name, e.merchant, e.category, e.is_pending, e.changed_at_ms, e.removed_at_ms, a.notes,
            r.authorized_day,
            CASE WHEN r.transfer_id IS NULL THEN COALESCE(s.occurred_at_ms, t.occurred_at_ms) END,
            CASE WHEN a.category IS NULL THEN 0 ELSE 1 END
        FROM entries e JOIN transfers t ON t.id = e.transfer_id
        LEFT JOIN transfers s ON s.pending_id = t.id AND s.phase = 'post'
        LEFT JOIN annotations a ON a.transfer_id = e.transfer_id
        LEFT JOIN bank_records r ON r.transfer_id = e.transfer_id
        """
    private static let ofDay = Statement(
        """
        \(columns) WHERE e.member_id = $1 AND e.day = $2 AND e.removed_at_ms IS NULL
        ORDER BY e.number DESC
        """
    )

    /// Reads a piece of a day: the latest first, and of what was at one instant the newest entry
    /// first.
    ///
    /// - Complexity: O(*n* log *n*) in the entries of the day, of which a few bytes each are kept.
    public static func list(
        of member: ID<Entity.Member>,
        _ piece: Piece,
        in session: any Session
    ) throws -> [DatedEntry] {
        let values: [Value] = [.id(member), .day(piece.day)]
        var places: [DatedPlace] = []
        try session.visit(ofDay, values) { row in
            let place = DatedPlace(row.optionalInstant(15) ?? piece.start, row.integer(0))
            if try isMeant(row, at: place, piece) { places.append(place) }
            return true
        }
        places.sort { $0 > $1 }
        guard piece.skipped < Int64(places.count) else { return [] }
        let chosen = places.dropFirst(Int(piece.skipped)).prefix(piece.taken).map(\.number)
        let wanted = Set(chosen)
        var entries: [Int64: DatedEntry] = [:]
        try session.visit(ofDay, values) { row in
            if wanted.contains(row.integer(0)) { entries[row.integer(0)] = try decode(row) }
            return entries.count < wanted.count
        }
        return chosen.compactMap { entries[$0] }
    }

    private static func isMeant(
        _ row: any Row,
        at place: DatedPlace,
        _ piece: Piece
    ) throws -> Bool {
        if let before = piece.before, place >= before { return false }
        if let numbers = piece.numbers, !numbers.contains(place.number) { return false }
        guard let account = piece.account else { return true }
        return try row.id(3) == account
    }

    private static let byID = Statement(
        "\(columns) WHERE e.id = $1 AND e.member_id = $2 AND e.removed_at_ms IS NULL"
    )

    /// Finds an entry of a member that lists show.
    public static func find(
        _ id: ID<Entity.Entry>,
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> DatedEntry? {
        try session.first(byID, [.id(id), .id(member)]) { try decode($0) }
    }

    private static let placeByID = Statement("\(columns) WHERE e.id = $1 AND e.member_id = $2")

    /// Where an entry of a member stands, also one that lists show no more.
    public static func place(
        of id: ID<Entity.Entry>,
        _ member: ID<Entity.Member>,
        _ zone: Zone,
        in session: any Session
    ) throws -> (day: CivilDay, place: DatedPlace)? {
        try session.first(placeByID, [.id(id), .id(member)]) { row in
            let entry = try decode(row)
            let day = row.day(6)
            let instant = entry.occurredAt ?? zone.start(of: day)
            return (day, DatedPlace(instant, entry.record.number.value))
        }
    }

    private static func decode(_ row: any Row) throws -> DatedEntry {
        DatedEntry(
            record: try Entries.decode(row),
            occurredAt: row.optionalInstant(15),
            isEdited: row.flag(16)
        )
    }
}
