import Kernel

/// Reads a CSV file by a mapping that leaves nothing open.
struct CSVParser: BankFileParser {
    private let currency: Currency
    private let mapping: CSVMapping
    private let order: DayOrder
    private let decimal: DecimalMark
    private var rows: CSVRows
    private var finder: CSVHeaderFinder
    private var columns: CSVColumns?
    private var edges = CSVEdges()

    /// Begins with the first row; the mapping has a format of days, a mark before decimals and a
    /// delimiter.
    init(mapping: CSVMapping, currency: Currency) {
        guard let format = mapping.dateFormat, let order = DayOrder(format: format),
            let decimal = mapping.decimal,
            let delimiter = mapping.delimiter.flatMap(CSVMapping.byte)
        else { preconditionFailure("a mapping is whole and without faults when it is read by") }
        self.mapping = mapping
        self.currency = currency
        self.order = order
        self.decimal = decimal
        rows = CSVRows(delimiter: delimiter)
        finder = CSVHeaderFinder(mapping: mapping)
    }

    var line: Int { rows.currentLine }

    mutating func read(
        _ text: [UInt8],
        into events: inout [BankFileEvent]
    ) throws(BankFileRefusal) {
        var index = 0
        while try rows.next(in: text, at: &index) { try take(into: &events) }
    }

    mutating func finish(into events: inout [BankFileEvent]) throws(BankFileRefusal) {
        if try rows.finish() { try take(into: &events) }
        guard columns != nil else { throw finder.refusal }
        events.append(.ended(BankFileBalances(closing: edges.closing)))
    }

    private mutating func take(into events: inout [BankFileEvent]) throws(BankFileRefusal) {
        guard !rows.isBlank else { return }
        guard let columns else {
            guard let found = try finder.look(at: rows) else { return }
            columns = found.columns
            events.append(.statement(BankFileAccount(currency: currency)))
            if found.isRow { emit(found.columns, into: &events) }
            return
        }
        emit(columns, into: &events)
    }

    private mutating func emit(_ columns: CSVColumns, into events: inout [BankFileEvent]) {
        do throws(RowFault) {
            let row = try row(columns)
            edges.see(row)
            events.append(.row(row))
        } catch {
            events.append(.problem(BankFileProblem(line: rows.line, reason: error.reason)))
        }
    }

    // MARK: One row

    private func row(_ columns: CSVColumns) throws(RowFault) -> BankFileRow {
        if let fault = rows.fault { throw RowFault(fault) }
        let currency = currency(columns)
        let day = try DayText.day(cell(columns.date), order: order)
        let amount = Money(minor: try minorUnits(columns, currency), currency: currency)
        let payee = try plain(columns.payee)
        let category = try plain(columns.category)
        let text = try plain(columns.description) ?? payee ?? category
        var balance: Money?
        if let place = columns.balance, !cell(place).isEmpty {
            let minor = try AmountText.minorUnits(
                cell(place),
                decimal: decimal,
                exponent: currency.exponent
            )
            balance = Money(minor: minor, currency: currency)
        }
        return BankFileRow(
            line: rows.line,
            day: day,
            amount: amount,
            providerID: try identifier(columns.id),
            payee: payee,
            text: text ?? BankFileRow.plainText,
            category: category,
            balance: balance
        )
    }

    private func minorUnits(
        _ columns: CSVColumns,
        _ currency: Currency
    ) throws(RowFault) -> Int64 {
        let sign: Int64 = mapping.negate == true ? -1 : 1
        if let place = columns.amount {
            guard let minor = try amount(place, currency) else {
                throw RowFault("The row has no amount.")
            }
            return sign * minor
        }
        let debit = try amount(columns.debit, currency)
        let credit = try amount(columns.credit, currency)
        guard debit != nil || credit != nil else { throw RowFault("The row has no amount.") }
        guard (debit ?? 0) == 0 || (credit ?? 0) == 0 else {
            throw RowFault("The row has both a debit and a credit.")
        }
        // Some banks write debits with a minus, others without; out of the account they are.
        return sign * ((credit ?? 0) - abs(debit ?? 0))
    }

    private func amount(_ place: Int?, _ currency: Currency) throws(RowFault) -> Int64? {
        guard let place else { return nil }
        let cell = cell(place)
        guard !cell.isEmpty else { return nil }
        return try AmountText.minorUnits(cell, decimal: decimal, exponent: currency.exponent)
    }

    private func currency(_ columns: CSVColumns) -> Currency {
        guard let place = columns.currency else { return currency }
        let cell = cell(place)
        guard cell.count == 3 else { return currency }
        return Currency(code: String(decoding: cell, as: UTF8.self)) ?? currency
    }

    private func plain(_ place: Int?) throws(RowFault) -> String? {
        guard let place else { return nil }
        return try PlainText.of(cell(place))
    }

    private func identifier(_ place: Int?) throws(RowFault) -> String? {
        guard let place else { return nil }
        return try PlainText.identifier(cell(place))
    }

    private func cell(_ place: Int) -> ArraySlice<UInt8> { CSVCell.content(rows.cell(place)) }
}
