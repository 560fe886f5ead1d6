public import Catalogue
public import Kernel

/// One member's transactions as searches read them, each text once.
///
/// It is made of all rows, and follows each that is new, changed or gone. A row's instant is the
/// start of its day; ``undecided(_:)`` tells of which results the exact ones are needed.
public struct SearchIndex: Sendable {
    /// A transaction as it is stored.
    public struct Row: Sendable, Equatable {
        /// The transaction.
        public let id: ID<Entity.Entry>
        /// The account, where searches ask for one.
        public let account: ID<Entity.Account>?
        /// The order of posting.
        public let order: Int64
        /// The day in the household's zone.
        public let day: CivilDay
        /// When the day begins.
        public let start: Timestamp
        /// The amount in minor units, an expense below zero.
        public let cents: Int64
        /// Whether the amount is in another currency than the household's.
        public let isForeign: Bool
        /// What is written about it.
        public let written: Written

        /// Makes a row.
        public init(
            id: ID<Entity.Entry>,
            account: ID<Entity.Account>? = nil,
            order: Int64,
            day: CivilDay,
            start: Timestamp,
            cents: Int64,
            isForeign: Bool,
            written: Written
        ) {
            self.id = id
            self.account = account
            self.order = order
            self.day = day
            self.start = start
            self.cents = cents
            self.isForeign = isForeign
            self.written = written
        }
    }

    /// What is written about a transaction, without what the catalogue adds.
    public struct Written: Sendable, Hashable {
        let merchant: ExactText?
        let description: ExactText
        let category: ExactText
        let notes: ExactText?

        /// Takes what is written.
        public init(merchant: String?, description: String, category: String, notes: String?) {
            self.merchant = merchant.map(ExactText.init)
            self.description = ExactText(description)
            self.category = ExactText(category)
            self.notes = notes.map(ExactText.init)
        }
    }

    private let catalogue: Catalogue
    private var texts = SearchTexts()
    private var rows: [SearchRow] = []
    /// Where each transaction is; `nil` while nothing has changed since they were loaded.
    private var places: [ID<Entity.Entry>: Int32]?
    private var textPlaces: [Written: Int32] = [:]
    private var foreign: Set<ID<Entity.Entry>> = []
    private var accounts = AccountPlaces()

    /// Begins without rows.
    public init(_ catalogue: Catalogue = .standard) {
        self.catalogue = catalogue
    }

    /// Takes rows whose texts are prepared.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - prepared: All of their texts in their order, made with the same catalogue.
    ///   - catalogue: What looks at texts that come later.
    public init(
        _ rows: SearchIndexRows,
        texts prepared: some Sequence<PreparedText>,
        _ catalogue: Catalogue = .standard
    ) {
        self.catalogue = catalogue
        self.rows = rows.rows
        foreign = rows.foreign
        accounts = rows.accounts
        textPlaces = rows.places
        for (text, count) in zip(prepared, rows.counts) { _ = texts.append(text, rows: count) }
        precondition(texts.count == rows.textCount, "every text is prepared")
    }

    /// How many transactions there are.
    public var count: Int { rows.count }

    /// About how many bytes all of it takes.
    public var bytes: Int { texts.bytes + rows.count * 128 + textPlaces.count * 200 }

    /// Whether most of its texts are of no transaction any more, so that it is better made anew.
    public var isWorn: Bool { texts.count > 1_000 && texts.unused > texts.count / 2 }

    /// Whether a transaction is in another currency than the household's.
    public func isForeign(_ id: ID<Entity.Entry>) -> Bool { foreign.contains(id) }

    // MARK: Rows

    /// Adds a transaction, or what became of it.
    public mutating func put(_ row: Row) {
        let account = accounts.place(of: row.account)
        let ranked = SearchRow(row, text: place(of: row.written), account: account)
        if let place = place(of: row.id) {
            texts.remove(at: Int(rows[place].text))
            rows[place] = ranked
        } else {
            places?[row.id] = Int32(rows.count)
            rows.append(ranked)
        }
        if row.isForeign { foreign.insert(row.id) } else { foreign.remove(row.id) }
    }

    /// Takes a transaction away, if it is there.
    public mutating func remove(_ id: ID<Entity.Entry>) {
        guard let place = place(of: id) else { return }
        places?[id] = nil
        texts.remove(at: Int(rows[place].text))
        foreign.remove(id)
        let last = rows.removeLast()
        guard last.id != id else { return }
        rows[place] = last
        places?[last.id] = Int32(place)
    }

    /// Where a transaction is; all are looked over when that is asked for the first time.
    private mutating func place(of id: ID<Entity.Entry>) -> Int? {
        if let places { return places[id].map(Int.init) }
        let all = rows.enumerated().map { ($0.element.id, Int32($0.offset)) }
        let found = Dictionary(uniqueKeysWithValues: all)
        places = found
        return found[id].map(Int.init)
    }

    /// The place of a text, which has one row more from now on.
    private mutating func place(of written: Written) -> Int {
        if let place = textPlaces[written].map(Int.init) {
            texts.addRow(at: place)
            return place
        }
        let place = texts.append(PreparedText(written, catalogue, texts.embeddings), rows: 1)
        textPlaces[written] = Int32(place)
        return place
    }

    // MARK: Searching

    /// Finds the transactions that fit a query best, and those that may come before the last one by
    /// their exact instants.
    ///
    /// `query`: As it is typed; everything when blank.
    public func candidates(
        for query: String,
        filter: SearchFilter,
        today: CivilDay,
        most: Int,
        leavingOut seen: Set<ID<Entity.Entry>> = []
    ) -> [SearchHit] {
        var filter = filter
        if let account = filter.account {
            guard let place = accounts[account] else { return [] }
            filter.accountPlace = place
        }
        return texts.search(
            rows,
            for: texts.query(query),
            filter: filter,
            today: today,
            most: most,
            leavingOut: seen,
            ties: Limits.searchTies
        )
    }

    /// The candidates that have the score and the day of another one, whose order only their exact
    /// instants tell.
    public static func undecided(_ candidates: [SearchHit]) -> [ID<Entity.Entry>] {
        let groups = Dictionary(grouping: candidates, by: Tie.init)
        return candidates.filter { groups[Tie($0), default: []].count > 1 }.map(\.row.id)
    }

    /// Candidates in their order, by the exact instants of those that are undecided.
    public static func ordered(
        _ candidates: [SearchHit],
        at instants: [ID<Entity.Entry>: Timestamp],
        most: Int
    ) -> [SearchHit] {
        let placed = candidates.map { hit in
            (hit: hit, instant: instants[hit.row.id] ?? hit.row.occurredAt)
        }
        let sorted = placed.sorted { left, right in
            let (one, other) = (left.hit, right.hit)
            if one.thousandths != other.thousandths { return one.thousandths > other.thousandths }
            if one.row.day != other.row.day { return one.row.day > other.row.day }
            if left.instant != right.instant { return left.instant > right.instant }
            if one.row.order != other.row.order { return one.row.order > other.row.order }
            return one.row.id > other.row.id
        }
        return sorted.prefix(most).map(\.hit)
    }

    private struct Tie: Hashable {
        let thousandths: Int
        let day: CivilDay

        init(_ hit: SearchHit) {
            thousandths = hit.thousandths
            day = hit.row.day
        }
    }

    /// A result as an answer names it.
    public func source(_ hit: SearchHit) -> AnswerSource {
        let text = texts[Int(hit.row.text)]
        return AnswerSource(
            id: hit.row.id,
            day: hit.row.day,
            merchant: text.shownMerchant,
            category: text.category ?? "",
            cents: hit.row.cents,
            thousandths: hit.thousandths,
            matchedTerms: hit.matchedTerms,
            reasons: hit.reasons
        )
    }
}
