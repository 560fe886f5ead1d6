import Catalogue
public import Kernel

/// Tells which rows of a bank file are new when rows have no ids.
///
/// Rows are equal when day, amount and normalised payee are. Of *n* equal rows in a file, *m* of
/// which are held already, `max(0, n − m)` are new; the first ones are the held ones. Against
/// accounts that a connection keeps, the day may differ: the file's rows and the held ones are
/// paired in the order of their days, which makes as many pairs as there can be.
public struct StatementMatching: Sendable {
    /// What rows are equal by.
    public struct Key: Hashable, Sendable {
        /// The day of booking.
        public let day: CivilDay
        /// The amount in minor units; its sign counts.
        public let amountMinor: Int64
        /// The payee in the form of ``StatementMatching/normalised(_:)``.
        public let payee: String

        /// Makes a key of a payee, or of the bank's text for a row without one.
        public init(day: CivilDay, amountMinor: Int64, payee: String) {
            self.day = day
            self.amountMinor = amountMinor
            self.payee = StatementMatching.normalised(payee)
        }

        /// Makes a key of what stands for a payee, as it is: two are equal when these are.
        public init(day: CivilDay, amountMinor: Int64, exactly payee: String) {
            self.day = day
            self.amountMinor = amountMinor
            self.payee = payee
        }
    }

    /// Rows that may be one another's but for the day.
    private struct Group: Hashable {
        let amountMinor: Int64
        let payee: String

        init(_ key: Key) {
            amountMinor = key.amountMinor
            payee = key.payee
        }
    }

    private let withinDays: Int
    /// The days of held rows that no row of the file was paired with, ascending.
    private var held: [Group: [CivilDay]] = [:]

    /// Begins with what is held.
    ///
    /// - Parameters:
    ///   - held: The rows of the account that have not come from this file, each as often as it is
    ///     there.
    ///   - withinDays: By how many days a pair may differ: 0, or ``Limits/statementMatchDays``
    ///     against accounts that a connection keeps.
    public init(held: some Sequence<Key>, withinDays: Int = 0) {
        precondition(withinDays >= 0, "days may differ by none or more")
        self.withinDays = withinDays
        for key in held { self.held[Group(key), default: []].append(key.day) }
        for group in self.held.keys { self.held[group]?.sort() }
    }

    /// Takes in more rows that are held.
    public mutating func hold(_ more: some Sequence<Key>) {
        var changed: Set<Group> = []
        for key in more {
            let group = Group(key)
            held[group, default: []].append(key.day)
            changed.insert(group)
        }
        for group in changed { held[group]?.sort() }
    }

    /// Forgets held rows of days before one, so that memory does not grow with an account.
    public mutating func forget(before day: CivilDay) {
        held = held.compactMapValues { days in
            let left = days.drop { $0 < day }
            return left.isEmpty ? nil : Array(left)
        }
    }

    /// Which of some rows are new, in their order; held rows that are paired are used up.
    ///
    /// Rows that may differ in their days are to be given together, or in pieces whose days follow
    /// one another, each after the held rows that are near it; else in any pieces.
    ///
    /// - Complexity: O(*n* log *n*).
    public mutating func areNew(_ rows: [Key]) -> [Bool] {
        var areNew = [Bool](repeating: true, count: rows.count)
        let groups = Dictionary(grouping: rows.indices) { Group(rows[$0]) }
        for (group, places) in groups {
            guard var days = held[group] else { continue }
            // By place among equal days, so that the first of equal rows are the held ones.
            let sorted = places.sorted { (rows[$0].day, $0) < (rows[$1].day, $1) }
            pair(sorted, rows, &days, &areNew)
            held[group] = days.isEmpty ? nil : days
        }
        return areNew
    }

    /// Pairs rows with the earliest held one that is near enough; both are ascending.
    private func pair(
        _ places: [Int],
        _ rows: [Key],
        _ days: inout [CivilDay],
        _ areNew: inout [Bool]
    ) {
        var left: [CivilDay] = []
        var next = 0
        for place in places {
            let day = rows[place].day
            while next < days.count, days[next].adding(days: withinDays) < day {
                left.append(days[next])
                next += 1
            }
            guard next < days.count, days[next] <= day.adding(days: withinDays) else { continue }
            areNew[place] = false
            next += 1
        }
        days = left + days[next...]
    }

    /// A payee or a text in the form in which two of one merchant are most often equal.
    ///
    /// That is ``Descriptor/normalised(_:)``; where it names nobody, the text itself without what
    /// case and white space differ in.
    public static func normalised(_ text: String) -> String {
        let descriptor = Descriptor.normalised(text)
        return descriptor.isEmpty ? MerchantName.normalised(text) : descriptor
    }
}
