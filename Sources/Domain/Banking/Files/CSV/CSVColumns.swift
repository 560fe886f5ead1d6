import Kernel

/// The columns of a mapping as places in a row.
struct CSVColumns {
    let date: Int
    let amount: Int?
    let debit: Int?
    let credit: Int?
    let description: Int
    let payee: Int?
    let category: Int?
    let balance: Int?
    let id: Int?
    /// The column that names each row's currency, when the header has one.
    private(set) var currency: Int?

    /// Finds them in a header; `nil` when one that is named is not there.
    ///
    /// - Parameters:
    ///   - mapping: What is looked for.
    ///   - header: The names; empty for a file without any.
    init?(_ mapping: CSVMapping, header: [String]) {
        let names = header.map(Self.normalised)
        func place(_ column: CSVColumn?) -> Int?? {
            switch column {
            case nil: .some(nil)
            case .number(let number): .some(number - 1)
            case .name(let name): names.firstIndex(of: Self.normalised(name)).map { .some($0) }
            }
        }
        guard let date = place(mapping.date) ?? nil,
            let description = place(mapping.description) ?? nil,
            let amount = place(mapping.amount), let debit = place(mapping.debit),
            let credit = place(mapping.credit), let payee = place(mapping.payee),
            let category = place(mapping.category), let balance = place(mapping.balance),
            let id = place(mapping.id)
        else { return nil }
        self.date = date
        self.description = description
        self.amount = amount
        self.debit = debit
        self.credit = credit
        self.payee = payee
        self.category = category
        self.balance = balance
        self.id = id
        currency = names.firstIndex { CSVColumnNames.currency.contains($0) }
    }

    /// The amounts' columns.
    var amounts: [Int] { [amount, debit, credit].compactMap(\.self) }

    /// A name without what does not tell columns apart.
    static func normalised(_ name: String) -> String {
        let kept = name.lowercased().unicodeScalars.split { scalar in
            scalar.properties.isWhitespace || "_\"':*".unicodeScalars.contains(scalar)
        }
        return kept.map(String.init).joined(separator: " ")
    }
}
