public import Guardian
public import Kernel
public import OrderedCollections
public import SQL

/// What windows look back on, summed by the household's days, of households in which policies are
/// asked.
///
/// Each moment is in eight sums: of its member and of the household; each of them of everything, of
/// its category, of its merchant, and of both.
public enum PolicySums {
    /// Which of the eight sums.
    public struct Key: Sendable, Hashable {
        /// Whose; the household's where it is `nil`.
        public let member: ID<Entity.Member>?
        /// In which category; in all where it is `nil`.
        public let category: String?
        /// At which merchant; at all where it is `nil`.
        public let merchantKey: String?

        /// Names a sum.
        public init(member: ID<Entity.Member>?, category: String?, merchantKey: String?) {
            self.member = member
            self.category = category
            self.merchantKey = merchantKey
        }

        /// The owner, the category and the merchant as they are stored.
        var values: [Value] {
            [
                .text(member?.text ?? ""), .text(category.map(Self.stored) ?? ""),
                .text(merchantKey.map(Self.stored) ?? ""),
            ]
        }

        /// A name that is empty is stored as what no normalised name is.
        private static func stored(_ name: String) -> String { name.isEmpty ? " " : name }
    }

    /// Amounts and numbers of one key and day, by subject.
    public struct Sums: Sendable, Equatable {
        fileprivate var minor = SIMD4<Int64>()
        fileprivate var count = SIMD4<Int64>()

        /// Nothing.
        public init() {}

        /// Adds a moment, or takes it away with `times` −1.
        public mutating func add(_ moment: PolicyMoment, times: Int64 = 1) {
            minor[moment.subject.place] += times * moment.amountMinor
            count[moment.subject.place] += times
        }

        /// Minor units of a subject.
        public func minor(_ subject: PolicyWindow.Subject) -> Int64 { minor[subject.place] }

        /// How many of a subject.
        public func count(_ subject: PolicyWindow.Subject) -> Int64 { count[subject.place] }

        /// Whether there is nothing in it.
        public var isEmpty: Bool { self == Sums() }

        fileprivate var values: [Value] {
            (0..<3).flatMap { [.integer(minor[$0]), .integer(count[$0])] }
        }
    }

    /// A day of a key.
    public struct Place: Sendable, Hashable {
        /// What is summed.
        public let key: Key
        /// The household's day.
        public let day: CivilDay

        /// Names a day of a key.
        public init(_ key: Key, on day: CivilDay) {
            self.key = key
            self.day = day
        }

        /// The eight places that a moment is summed in.
        public static func all(of moment: PolicyMoment, on day: CivilDay) -> [Place] {
            [nil, moment.member].flatMap { member in
                [nil, moment.category].flatMap { category in
                    [nil, moment.merchantKey].map { merchant in
                        Place(
                            Key(member: member, category: category, merchantKey: merchant),
                            on: day
                        )
                    }
                }
            }
        }
    }

    private static let addition = RowsStatement(
        [.text, .text, .text, .text] + Array(repeating: .bigint, count: 7)
    ) { rows in
        """
        INSERT INTO policy_sums
            (household_id, owner_id, category, merchant_key, day, purchase_minor, purchase_count,
             approval_minor, approval_count, decline_minor, decline_count)
        VALUES \(rows)
        ON CONFLICT (household_id, owner_id, category, merchant_key, day) DO UPDATE SET
            purchase_minor = policy_sums.purchase_minor + excluded.purchase_minor,
            purchase_count = policy_sums.purchase_count + excluded.purchase_count,
            approval_minor = policy_sums.approval_minor + excluded.approval_minor,
            approval_count = policy_sums.approval_count + excluded.approval_count,
            decline_minor = policy_sums.decline_minor + excluded.decline_minor,
            decline_count = policy_sums.decline_count + excluded.decline_count
        """
    }

    /// Adds to sums; what adds nothing leaves no row.
    public static func add(
        _ sums: OrderedDictionary<Place, Sums>,
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws {
        try session.run(
            addition,
            sums.filter { !$0.value.isEmpty }.map { place, sums in
                [.id(household)] + place.key.values + [.day(place.day)] + sums.values
            }
        )
    }

    private static let selection = RowsStatement(
        [.bigint, .text, .text, .text, .text, .bigint, .bigint]
    ) { rows in
        """
        SELECT v.column1, s.day, s.purchase_minor, s.purchase_count, s.approval_minor,
            s.approval_count, s.decline_minor, s.decline_count
        FROM (VALUES \(rows)) AS v
        JOIN policy_sums s ON s.household_id = v.column2 AND s.owner_id = v.column3
            AND s.category = v.column4 AND s.merchant_key = v.column5
            AND s.day >= v.column6 AND s.day <= v.column7
        """
    }

    /// The sums of keys by day, each with the place of its key.
    ///
    /// - Complexity: O(days), whatever the history's length.
    public static func find(
        _ keys: [(key: Key, days: ClosedRange<CivilDay>)],
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> [(place: Int, day: CivilDay, sums: Sums)] {
        let values = keys.enumerated().map { place, wanted in
            [.count(place), .id(household)] + wanted.key.values
                + [.day(wanted.days.lowerBound), .day(wanted.days.upperBound)]
        }
        return try session.rows(selection, values) { row in
            (Int(row.integer(0)), row.day(1), sums(row, from: 2))
        }
    }

    private static let walk = Statement(
        """
        SELECT owner_id, category, merchant_key, day, purchase_minor, purchase_count,
            approval_minor, approval_count, decline_minor, decline_count
        FROM policy_sums WHERE household_id = $1 AND day >= $2
        """
    )

    /// Every sum of a household that is not empty, from a day on; for comparing them with a
    /// recomputation.
    public static func list(
        of household: ID<Entity.Household>,
        since day: CivilDay,
        in session: any Session
    ) throws -> [Place: Sums] {
        var all: [Place: Sums] = [:]
        let rows = try session.rows(walk, [.id(household), .day(day)]) { row in
            let names = [row.text(0), row.text(1), row.text(2)].map { $0.isEmpty ? nil : $0 }
            let key = Key(
                member: names[0].flatMap { ID($0) },
                category: names[1].map { $0 == " " ? "" : $0 },
                merchantKey: names[2].map { $0 == " " ? "" : $0 }
            )
            return (Place(key, on: row.day(3)), sums(row, from: 4))
        }
        for (place, sums) in rows where !sums.isEmpty { all[place] = sums }
        return all
    }

    private static let removal = Statement(
        "DELETE FROM policy_sums WHERE household_id = $1 AND day < $2"
    )

    /// Forgets the sums before a day.
    public static func remove(
        of household: ID<Entity.Household>,
        before day: CivilDay,
        in session: any Session
    ) throws {
        try session.run(removal, [.id(household), .day(day)])
    }

    private static func sums(_ row: any Row, from column: Int) -> Sums {
        var sums = Sums()
        for place in 0..<3 {
            sums.minor[place] = row.integer(column + 2 * place)
            sums.count[place] = row.integer(column + 2 * place + 1)
        }
        return sums
    }
}

extension PolicyWindow.Subject {
    /// Where it stands among the columns.
    fileprivate var place: Int {
        switch self {
        case .purchases: 0
        case .approvals: 1
        case .declines: 2
        }
    }
}
