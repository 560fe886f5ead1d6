/// Which columns of a CSV file are what, and how it writes days and amounts.
///
/// The contract's `mapping`, with its keys when it is encoded.
public struct CSVMapping: Sendable, Hashable, Codable {
    /// The day.
    public var date: CSVColumn
    /// The amount with its sign; more than zero is money into the account, unless ``negate``.
    public var amount: CSVColumn?
    /// Amounts out of the account, whatever their sign; in place of ``amount``.
    public var debit: CSVColumn?
    /// Amounts into the account; in place of ``amount``.
    public var credit: CSVColumn?
    /// The bank's text.
    public var description: CSVColumn
    /// Who was paid or who paid.
    public var payee: CSVColumn?
    /// The category.
    public var category: CSVColumn?
    /// The account's balance after the row.
    public var balance: CSVColumn?
    /// The bank's own id of the row.
    public var id: CSVColumn?
    /// How days are written, such as `DD/MM/YYYY`; ``DayOrder/init(format:)`` reads it.
    public var dateFormat: String?
    /// The mark before decimals.
    public var decimal: DecimalMark?
    /// What stands between cells: `,`, `;`, `|` or a tab.
    public var delimiter: String?
    /// Whether amounts more than zero are money out of the account.
    public var negate: Bool?

    /// The contract's names.
    public enum CodingKeys: String, CodingKey {
        /// The names that are one word.
        case date, amount, debit, credit, description, payee, category, balance, id
        /// `date_format`.
        case dateFormat = "date_format"
        /// The names of how things are written.
        case decimal, delimiter, negate
    }

    /// Makes a mapping.
    public init(
        date: CSVColumn,
        amount: CSVColumn? = nil,
        debit: CSVColumn? = nil,
        credit: CSVColumn? = nil,
        description: CSVColumn,
        payee: CSVColumn? = nil,
        category: CSVColumn? = nil,
        balance: CSVColumn? = nil,
        id: CSVColumn? = nil,
        dateFormat: String? = nil,
        decimal: DecimalMark? = nil,
        delimiter: String? = nil,
        negate: Bool? = nil
    ) {
        self.date = date
        self.amount = amount
        self.debit = debit
        self.credit = credit
        self.description = description
        self.payee = payee
        self.category = category
        self.balance = balance
        self.id = id
        self.dateFormat = dateFormat
        self.decimal = decimal
        self.delimiter = delimiter
        self.negate = negate
    }

    /// What is wrong with it whatever the file; `nil` when nothing is.
    public var fault: String? {
        if amount == nil, debit == nil || credit == nil {
            return "A mapping has a column amount, or both debit and credit."
        }
        if amount != nil, debit != nil || credit != nil {
            return "A mapping has a column amount, or debit and credit, but not all three."
        }
        if let dateFormat, DayOrder(format: dateFormat) == nil {
            return "date_format has a day, a month and a year, such as DD/MM/YYYY."
        }
        if let delimiter, Self.byte(of: delimiter) == nil {
            return "delimiter is a comma, a semicolon, a bar or a tab."
        }
        let isOutside = columns.contains { column in
            if case .number(let number) = column { number < 1 } else { false }
        }
        return isOutside ? "Columns are counted from 1." : nil
    }

    /// Whether nothing about it is left to be detected.
    var isComplete: Bool { dateFormat != nil && decimal != nil && delimiter != nil }

    var columns: [CSVColumn] {
        [date, amount, debit, credit, description, payee, category, balance, id].compactMap(\.self)
    }

    /// A delimiter as the byte it is; `tab` is one too.
    static func byte(of delimiter: String) -> UInt8? {
        if delimiter.lowercased() == "tab" || delimiter == "\\t" { return 0x09 }
        guard delimiter.utf8.count == 1, let byte = delimiter.utf8.first else { return nil }
        return CSVDetection.delimiters.contains(byte) ? byte : nil
    }
}
