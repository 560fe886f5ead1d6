import Catalogue
import Contract
import Insights
import Kernel
import Ledger
import SQL
import Store

/// Which rows of a window are listed and summed.
struct ListFilter {
    private var category: ExactText?
    private var amountMin: Int64?
    private var amountMax: Int64?
    private var ids: Set<ID<Entity.Entry>>?

    /// Lets everything through.
    init() {}

    /// Takes what a list asks for.
    init(_ input: API.Insights.TransactionsRequest) {
        category = input.category.map(Self.key)
        amountMin = input.amountMin
        amountMax = input.amountMax
        ids = input.ids.map { Set($0.ids) }
    }

    /// Whether it leaves anything out.
    var isSet: Bool {
        category != nil || amountMin != nil || amountMax != nil || ids != nil
    }

    /// Whether a row may be meant, whatever it is called.
    func admits(_ id: ID<Entity.Entry>, _ minor: Int64) -> Bool {
        if let ids, !ids.contains(id) { return false }
        let size = minor.magnitude
        if let amountMin, size < amountMin.magnitude { return false }
        if let amountMax, size > amountMax.magnitude { return false }
        return true
    }

    /// Whether rows that are called so may be meant.
    func admits(category: String) -> Bool {
        self.category.map { $0 == Self.key(category) } ?? true
    }

    private static func key(_ category: String) -> ExactText {
        ExactText(MerchantName.normalised(category))
    }
}

/// A place in the list of a member's transactions.
struct ListKey {
    /// The day, of which some rows may stand behind the place; those of later days do not.
    let day: CivilDay
    /// The place in the day.
    let place: DatedPlace

    /// Finds the place that a caller names.
    ///
    /// What is no more, or was moved to another instant, leaves its place by its instant alone: a
    /// row of the same second may be shown once more, and none is left out.
    ///
    /// - Throws: `DatabaseError`.
    init(
        before instant: Timestamp,
        _ id: ID<Entity.Entry>?,
        of book: TransactionBook,
        in session: any Session
    ) throws {
        guard let id else {
            self.init(day: book.zone.day(of: instant), place: DatedPlace(instant, .min))
            return
        }
        let found = try DatedEntries.place(of: id, book.member, book.zone, in: session)
        if let found, found.place.instant.seconds == instant.seconds {
            self.init(day: found.day, place: found.place)
            return
        }
        // An answer tells whole seconds.
        let end = Timestamp(seconds: instant.seconds + 1)
        self.init(day: book.zone.day(of: instant), place: DatedPlace(end, .min))
    }

    private init(day: CivilDay, place: DatedPlace) {
        self.day = day
        self.place = place
    }
}

extension TransactionBook {
    /// Entries that a caller names, in the order of a list, with their figures.
    ///
    /// - Complexity: O(*n* log *n*) in the number of ids, whatever the history's length.
    func named(
        _ ids: [ID<Entity.Entry>],
        on account: ID<Entity.Account>?,
        _ filter: ListFilter,
        of window: AnalysisWindow,
        in session: any Session
    ) throws -> (entries: [DatedEntry], figures: WindowFigures) {
        var figures = WindowFigures(aggregates: WindowAggregates(of: window))
        let found = try Set(ids).compactMap { id in
            try DatedEntries.find(id, of: member, in: session)
        }
        let entries = found.filter { dated in
            let entry = dated.record.entry
            guard account == nil || account == entry.account else { return false }
            return filter.admits(entry.id, entry.amountMinor)
                && filter.admits(category: category(of: dated))
        }
        .sorted { isEarlier($1, than: $0) }
        for entry in entries {
            if let row = try analysed(entry) {
                figures.aggregates.add(row)
            } else {
                figures.aggregates.addForeign()
            }
        }
        return (entries, figures)
    }

    private func isEarlier(_ one: DatedEntry, than other: DatedEntry) -> Bool {
        let (day, otherDay) = (one.record.entry.day, other.record.entry.day)
        guard day == otherDay else { return day < otherDay }
        return place(of: one) < place(of: other)
    }

    private func place(of dated: DatedEntry) -> DatedPlace {
        DatedPlace(dated.instant(in: zone), dated.record.number.value)
    }
}
