public import Guardian
public import Kernel
public import OrderedCollections
public import SQL

/// What windows look back on, summed by the household's days, of households in which policies are
/// asked.
///
/// Each moment is in four sums of its member: of everything, of its category, of its merchant, and
/// of both. Those of everybody are added up where they are read.
public enum PolicySums {
    /// What is summed of a member or of everybody.
    public struct Name: Sendable, Hashable {
        /// In which category; in all where it is `nil`.
        public let category: String?
        /// At which merchant; at all where it is `nil`.
        public let merchantKey: String?

        /// Names a sum.
        public init(category: String?, merchantKey: String?) {
            self.category = category
            self.merchantKey = merchantKey
        }

        /// The category and the merchant as they are stored.
        var values: [Value] {
            [
                .text(category.map(Self.stored) ?? ""), .text(merchantKey.map(Self.stored) ?? ""),
            ]
        }

        /// A name that is empty is stored as what no normalised name is.
        private static func stored(_ name: String) -> String { name.isEmpty ? " " : name }
    }

    /// Amounts and numbers of one name and day, by subject.
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

    /// A day of a member's sum.
    public struct Place: Sendable, Hashable {
        /// Whose it is.
        public let member: ID<Entity.Member>
        /// What is summed.
        public let name: Name
        /// The household's day.
        public let day: CivilDay

        /// The four places that a moment is summed in.
        public static func all(of moment: PolicyMoment, on day: CivilDay) -> [Place] {
            [nil, moment.category].flatMap { category in
                [nil, moment.merchantKey].map { merchantKey in
                    Place(
                        member: moment.member,
                        name: Name(category: category, merchantKey: merchantKey),
                        day: day
                    )
                }
            }
        }
    }

    private static let addition = RowsStatement(
        [.text, .text, .text, .text] + Array(repeating: .bigint, count: 7)
    ) { rows in
        """
        INSERT INTO policy_sums
            (household_id, category, merchant_key, member_id, day, purchase_minor, purchase_count,
             approval_minor, approval_count, decline_minor, decline_count)
        VALUES \(rows)
        ON CONFLICT (household_id, category, merchant_key, member_id, day) DO UPDATE SET
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
                [.id(household)] + place.name.values + [.id(place.member), .day(place.day)]
                    + sums.values
            }
        )
    }

    /// Sums by their day, each with the place of its name among those that were asked for.
    public typealias Found = (place: Int, day: CivilDay, sums: Sums)

    private static let ofMember = RowsStatement(
        [.bigint, .text, .text, .bigint, .bigint],
        after: 2
    ) { rows in
        """
        SELECT v.column1, s.day, s.purchase_minor, s.purchase_count, s.approval_minor,
            s.approval_count, s.decline_minor, s.decline_count
        FROM (VALUES \(rows)) AS v
        JOIN policy_sums s ON s.household_id = $1 AND s.category = v.column2
            AND s.merchant_key = v.column3 AND s.member_id = $2
            AND s.day >= v.column4 AND s.day <= v.column5
        """
    }

    /// The sums of a member.
    ///
    /// - Complexity: O(days), whatever the history's length.
    public static func find(
        of member: ID<Entity.Member>,
        _ wanted: [(name: Name, days: ClosedRange<CivilDay>)],
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> [Found] {
        try session.rows(ofMember, after: [.id(household), .id(member)], rows(wanted), found)
    }

    private static let ofEverybody = RowsStatement(
        [.bigint, .text, .text, .bigint, .bigint],
        after: 1
    ) { rows in
        """
        SELECT v.column1, s.day, s.purchase_minor, s.purchase_count, s.approval_minor,
            s.approval_count, s.decline_minor, s.decline_count
        FROM (VALUES \(rows)) AS v
        JOIN policy_sums s ON s.household_id = $1 AND s.category = v.column2
            AND s.merchant_key = v.column3 AND s.day >= v.column4 AND s.day <= v.column5
        """
    }

    /// The sums of everybody: each member's by itself, also of those who were taken out.
    ///
    /// - Complexity: O(days that are kept of each member), whatever the history's length.
    public static func find(
        ofEverybody wanted: [(name: Name, days: ClosedRange<CivilDay>)],
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> [Found] {
        try session.rows(ofEverybody, after: [.id(household)], rows(wanted), found)
    }

    private static func rows(
        _ wanted: [(name: Name, days: ClosedRange<CivilDay>)]
    ) -> [[Value]] {
        wanted.enumerated().map { place, wanted in
            [.count(place)] + wanted.name.values
                + [.day(wanted.days.lowerBound), .day(wanted.days.upperBound)]
        }
    }

    private static func found(_ row: any Row) -> Found {
        (Int(row.integer(0)), row.day(1), sums(row, from: 2))
    }

    private static let walk = Statement(
        """
        SELECT member_id, category, merchant_key, day, purchase_minor, purchase_count,
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
            let names = [row.text(1), row.text(2)].map { name -> String? in
                name.isEmpty ? nil : name == " " ? "" : name
            }
            let place = Place(
                member: try row.id(0),
                name: Name(category: names[0], merchantKey: names[1]),
                day: row.day(3)
            )
            return (place, sums(row, from: 4))
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
