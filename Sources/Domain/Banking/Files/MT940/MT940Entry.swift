import Kernel

/// A row of MT940, its field 61: `2508010731DR12,34NTRFNONREF//B5H1`.
///
/// A bank's reference may stand for several rows, so it is no id of the row.
struct MT940Entry {
    let day: CivilDay
    let amount: Money
    private let type: String
    private let reference: ArraySlice<UInt8>
    private let supplement: [UInt8]

    /// Reads the field.
    init(_ field: MT940Field, _ currency: Currency) throws(RowFault) {
        var rest = field.first.trimmedSpace
        let valueDay = try DayText.swift(rest.prefix(6))
        rest = rest.dropFirst(6)
        day = try Self.entryDay(&rest, valueDay)
        let isOut = try Self.takeMark(&rest)
        // The third letter of the currency may follow.
        if let first = rest.first, first.isLetter { rest = rest.dropFirst() }
        let digits = rest.prefix { $0.isDigit || $0 == 0x2C || $0 == 0x2E }
        let minor = try AmountText.minorUnits(digits, exponent: currency.exponent)
        amount = Money(minor: isOut ? -minor : minor, currency: currency)
        rest = rest[digits.endIndex...]
        type = String(decoding: rest.prefix(4).map(\.raised), as: UTF8.self)
        rest = rest.dropFirst(4)
        let end = rest.first(range: "//")?.lowerBound ?? rest.endIndex
        reference = rest[..<end]
        supplement = field.lines.count > 1 ? field.lines[1] : []
    }

    /// The row with the lines of its field 86.
    func row(line: Int, details: [[UInt8]]) throws(RowFault) -> BankFileRow {
        let told = try MT940Details(details)
        var own = try PlainText.of(supplement[...])
        if own == nil, !reference.hasPrefix("NONREF") { own = try PlainText.of(reference) }
        let text = told.text ?? told.payee ?? own
        return BankFileRow(
            line: line,
            day: day,
            amount: amount,
            payee: told.payee,
            text: text ?? Self.types[String(type.suffix(3))] ?? BankFileRow.plainText
        )
    }

    /// The entry's day, of which only month and day are written: in the year that brings it
    /// nearest to the value's day.
    private static func entryDay(
        _ rest: inout ArraySlice<UInt8>,
        _ valueDay: CivilDay
    ) throws(RowFault) -> CivilDay {
        let digits = rest.prefix(4)
        guard digits.count == 4, digits.isDigits, let month = digits.prefix(2).number,
            let day = digits.suffix(2).number
        else { return valueDay }
        rest = rest.dropFirst(4)
        let year = valueDay.month.year
        let days = (-1...1).compactMap { CivilDay(year: year + $0, month: month, day: day) }
        let nearest = days.min { left, right in
            abs(left.dayNumber - valueDay.dayNumber) < abs(right.dayNumber - valueDay.dayNumber)
        }
        guard let nearest else { throw RowFault("There is no such day in the calendar.") }
        return nearest
    }

    /// `C` and `RD` came in, `D` and `RC` went out.
    private static func takeMark(_ rest: inout ArraySlice<UInt8>) throws(RowFault) -> Bool {
        for (mark, isOut) in marks where rest.hasPrefix(mark) {
            rest = rest.dropFirst(mark.utf8CodeUnitCount)
            return isOut
        }
        throw RowFault("The row is no credit and no debit.")
    }

    private static let marks: [(StaticString, Bool)] = [
        ("RC", true), ("RD", false), ("EC", false), ("ED", true), ("C", false), ("D", true),
    ]

    /// Words for SWIFT's types of transactions.
    private static let types = [
        "BNK": "Bank fee", "CHG": "Fee", "CHK": "Check", "CMI": "Transfer", "COM": "Fee",
        "DIV": "Dividend", "INT": "Interest", "LDP": "Loan", "MSC": "Transaction",
        "STO": "Standing order", "TRF": "Transfer", "DDT": "Direct debit",
    ]
}
