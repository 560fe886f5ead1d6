import Kernel

/// A record of QIF as its lines come.
///
/// Source: Intuit, "Quicken Interchange Format (QIF) files", items for non-investment accounts.
struct QIFRecord {
    /// The line at which it begins.
    let line: Int
    private var values: [UInt8: [UInt8]] = [:]
    private var fault: RowFault?

    init(line: Int) {
        self.line = line
    }

    /// Takes a line: its first letter, and what is behind it.
    mutating func take(_ code: UInt8, _ value: ArraySlice<UInt8>) {
        guard Self.codes.contains(code) else { return }
        if value.count > Limits.bankFileCellBytes {
            fault = RowFault("A value is too long.")
        } else if values[code] == nil {
            values[code] = Array(value)
        } else if code == UInt8(ascii: "D") || code == UInt8(ascii: "T") {
            // Two days or amounts: the border between two records is lost.
            fault = RowFault("The row has two days or two amounts.")
        }
    }

    /// The name of an account's record.
    func accountName() throws(RowFault) -> String? {
        try PlainText.identifier(value("N"))
    }

    /// The type of an account's record.
    var accountType: ArraySlice<UInt8>? { values[UInt8(ascii: "T")]?[...] }

    /// Whether it is the record by which Quicken tells the opening balance: its category is the
    /// account itself.
    var isOpening: Bool {
        value("P").hasPrefix("Opening Balance") && value("L").first == UInt8(ascii: "[")
    }

    /// The row.
    func row(
        _ currency: Currency,
        _ order: DayOrder,
        _ decimal: DecimalMark
    ) throws(RowFault) -> BankFileRow {
        if let fault { throw fault }
        let written = value("T").isEmpty ? value("U") : value("T")
        guard !value("D").isEmpty else { throw RowFault("The row has no day.") }
        guard !written.isEmpty else { throw RowFault("The row has no amount.") }
        let minor = try AmountText.minorUnits(
            written,
            decimal: decimal,
            exponent: currency.exponent
        )
        let payee = try PlainText.of(value("P"))
        let memo = try PlainText.of(value("M"))
        var text = [payee, memo].compactMap(\.self).joined(separator: " ")
        if payee == memo { text = payee ?? "" }
        if text.isEmpty, let number = try PlainText.identifier(value("N")) {
            text = number.allSatisfy(\.isNumber) ? "Check \(number)" : number
        }
        return BankFileRow(
            line: line,
            day: try DayText.day(value("D"), order: order),
            amount: Money(minor: minor, currency: currency),
            payee: payee,
            text: text.isEmpty ? BankFileRow.plainText : text,
            category: try category()
        )
    }

    /// The category without Quicken's class; `nil` for a transfer, which names an account.
    private func category() throws(RowFault) -> String? {
        let written = value("L")
        guard written.first != UInt8(ascii: "[") else { return nil }
        return try PlainText.of(written.prefix { $0 != UInt8(ascii: "/") })
    }

    private func value(_ code: Unicode.Scalar) -> ArraySlice<UInt8> {
        values[UInt8(ascii: code), default: []][...]
    }

    private static let codes = Set("DTUPMNL".utf8)
}
