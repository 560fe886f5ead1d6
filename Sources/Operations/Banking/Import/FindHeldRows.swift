import Banking
import Catalogue
import Kernel
import SQL
import Store

extension BankingOperations {
    /// Finds out which rows of a file an account holds already.
    ///
    /// A row whose id is held is that row. Else one with an id may be a record that has none or,
    /// on an account that is linked, one that the bank told; one without an id may be any. Those
    /// are paired by day, amount and payee. Memory is 32 bytes a row, and what is held of some
    /// days.
    func heldRows(
        of source: BankFileSource,
        _ file: CheckedFile,
        in account: AccountRecord,
        isLinked: Bool
    ) async throws -> HeldRows {
        var search = HeldRowSearch(
            rows: file.rows,
            withinDays: isLinked ? Limits.statementMatchDays : 0
        )
        try await source.rows(file.plan, currency: file.currency) { rows in
            let ids = rows.compactMap(\.providerRecord)
            let records =
                ids.isEmpty
                ? []
                : try await database.read { session in
                    try BankRecords.find(providerRecords: ids, of: account.id, in: session)
                }
            search.take(rows, records, catalogue)
            return true
        }
        search.sort()
        while search.advance() {
            if let days = search.days { try await hold(days, of: account.id, in: &search) }
            search.pair()
            await Task.yield()
        }
        return search.result
    }

    private func hold(
        _ days: ClosedRange<CivilDay>,
        of account: ID<Entity.Account>,
        in search: inout HeldRowSearch
    ) async throws {
        var last: BankRecords.Place?
        while true {
            try Task.checkCancellation()
            let page = try await database.read { [last] session in
                try BankRecords.list(of: account, on: days, after: last, in: session)
            }
            search.hold(page.map(\.record), catalogue)
            last = page.last?.place
            guard page.count == Limits.walkRows else { return }
        }
    }
}

/// The search for rows that are held, window by window in the order of their days.
private struct HeldRowSearch {
    /// A row as it is compared; payees by their hashes.
    private struct Key {
        let day: Int32
        let place: Int32
        let amountMinor: Int64
        let payee: UInt64
        let hasID: Bool

        var matched: StatementMatching.Key {
            StatementMatching.Key(
                day: CivilDay(dayNumber: Int(day)),
                amountMinor: amountMinor,
                exactly: String(payee, radix: 36)
            )
        }
    }

    private(set) var result: HeldRows
    /// The days whose records are to be held before the next rows are paired.
    private(set) var days: ClosedRange<CivilDay>?
    private let withinDays: Int
    private var keys: [Key] = []
    private var foundByID: Set<ID<Entity.BankRecord>> = []
    private var next = 0
    private var window = 0..<0
    private var readThrough: CivilDay?
    /// Records that a row with an id may be.
    private var open: StatementMatching
    /// Records that files told by other ids.
    private var closed: StatementMatching

    init(rows: Int, withinDays: Int) {
        self.withinDays = withinDays
        result = HeldRows(rows: rows)
        open = StatementMatching(held: [], withinDays: withinDays)
        closed = StatementMatching(held: [], withinDays: withinDays)
        keys.reserveCapacity(rows)
    }

    mutating func take(
        _ rows: [BankImportRow],
        _ records: [BankRecord],
        _ catalogue: Catalogue
    ) {
        let byID = Dictionary(
            records.map { ($0.providerRecord, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        for row in rows {
            let payee = row.matchedPayee(catalogue)
            if row.providerRecord != nil, let record = byID[row.providerRecord] {
                foundByID.insert(record.id)
                result.hold(row, as: record, payee: payee)
                continue
            }
            guard result.isFirst(row) else { continue }
            keys.append(
                Key(
                    day: Int32(row.day.dayNumber),
                    place: Int32(row.place),
                    amountMinor: row.amountMinor,
                    payee: Self.hash(catalogue.comparedPayee(payee)),
                    hasID: row.providerRecord != nil
                )
            )
        }
    }

    mutating func sort() { keys.sort { ($0.day, $0.place) < ($1.day, $1.place) } }

    /// Goes on to the next rows; `false` at the end.
    mutating func advance() -> Bool {
        guard next < keys.count else { return false }
        window = next..<min(next + Self.windowRows, keys.count)
        next = window.upperBound
        let first = day(window.lowerBound).adding(days: -withinDays)
        let last = day(window.upperBound - 1).adding(days: withinDays)
        open.forget(before: first)
        closed.forget(before: first)
        let lower = max(first, readThrough?.adding(days: 1) ?? first)
        days = lower <= last ? lower...last : nil
        readThrough = max(last, readThrough ?? last)
        return true
    }

    mutating func hold(_ records: [BankRecord], _ catalogue: Catalogue) {
        let shown = records.filter { record in
            record.isShown && !foundByID.contains(record.id)
        }
        let isOpen = { (record: BankRecord) in
            record.providerRecord == nil || record.bankImport == nil
        }
        let key = { (record: BankRecord) in
            StatementMatching.Key(
                day: record.day,
                amountMinor: record.amountMinor,
                exactly: String(Self.hash(catalogue.comparedPayee(record.payee)), radix: 36)
            )
        }
        open.hold(shown.filter(isOpen).map(key))
        closed.hold(shown.filter { !isOpen($0) }.map(key))
    }

    /// Pairs the rows of the window.
    mutating func pair() {
        let rows = keys[window]
        var held: [Key] = []
        Self.pair(rows.filter(\.hasID), with: &open, &held)
        let left = Self.pair(rows.filter { !$0.hasID }, with: &open, &held)
        Self.pair(left, with: &closed, &held)
        for row in held { result.hold(place: Int64(row.place)) }
    }

    /// Adds rows that are held to `held`; the others are left.
    @discardableResult
    private static func pair(
        _ rows: [Key],
        with records: inout StatementMatching,
        _ held: inout [Key]
    ) -> [Key] {
        let areNew = records.areNew(rows.map(\.matched))
        held += zip(rows, areNew).filter { !$0.1 }.map(\.0)
        return zip(rows, areNew).filter(\.1).map(\.0)
    }

    private func day(_ index: Int) -> CivilDay { CivilDay(dayNumber: Int(keys[index].day)) }

    private static func hash(_ payee: String) -> UInt64 {
        UInt64(bitPattern: Int64(payee.hashValue))
    }

    private static let windowRows = 4_096
}
