import Catalogue
public import Kernel

/// Results of a search in few characters: lines of codes, and what the codes stand for.
public struct SearchTable: Hashable, Sendable {
    /// A result.
    public struct Row: Hashable, Sendable {
        let id: ID<Entity.Entry>
        let day: CivilDay
        let merchant: String
        let cents: Int64
        let category: String

        /// Takes a result: merchant and category as people read them.
        public init(
            id: ID<Entity.Entry>,
            day: CivilDay,
            merchant: String,
            cents: Int64,
            category: String
        ) {
            self.id = id
            self.day = day
            self.merchant = merchant
            self.cents = cents
            self.category = category
        }
    }

    /// `txCode,yyMMdd,merchantCode,cents,categoryCode`, a line for each row, without a header.
    public let csv: String
    /// The merchants' names by their codes, masked.
    public let merchants: [String: String]
    /// The categories' names by their codes, masked.
    public let categories: [String: String]

    /// Gives each merchant and each category of the rows a code.
    public init(_ rows: [Row]) {
        let merchants = Self.merchantCodes(of: rows.map(\.merchant))
        let categories = CategoryCodes(rows.map(\.category))
        csv = rows.map { row in
            let cells = [
                Self.code(of: row.id), Self.day(row.day),
                merchants.codes[Self.key(row.merchant)] ?? "", String(row.cents),
                categories.code(of: row.category),
            ]
            return cells.joined(separator: ",")
        }.joined(separator: "\n")
        self.merchants = merchants.names.mapValues(MaskedText.masked)
        self.categories = categories.names.mapValues(MaskedText.masked)
    }

    /// The short form of a transaction's id, `t1b2c3d4e`.
    public static func code(of id: ID<Entity.Entry>) -> String { "t\(id.text.prefix(8))" }

    /// The codes of categories, in their order: two letters each, and a number behind them where
    /// another one has the same.
    public static func codes(ofCategories names: [String]) -> [String] {
        let codes = CategoryCodes(names)
        return names.map(codes.code)
    }

    private static func day(_ day: CivilDay) -> String {
        String(day.text.dropFirst(2)).filter { $0 != "-" }
    }

    /// `m1`, `m2` and so on, in the order in which they appear.
    private static func merchantCodes(
        of names: [String]
    ) -> (codes: [ExactText: String], names: [String: String]) {
        var codes: [ExactText: String] = [:]
        var labels: [String: String] = [:]
        for name in names where codes[key(name)] == nil {
            let code = "m\(codes.count + 1)"
            codes[key(name)] = code
            labels[code] = name
        }
        return (codes, labels)
    }

    private static func key(_ merchant: String) -> ExactText {
        ExactText(MerchantName.normalised(merchant))
    }
}
