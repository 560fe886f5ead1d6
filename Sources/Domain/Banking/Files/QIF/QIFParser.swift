import Kernel

/// Reads QIF, Quicken's older format: the sections of banks, cards, cash and other accounts.
///
/// Lists and investments are skipped. A record `!Account` names the account of the section behind
/// it.
struct QIFParser: BankFileParser {
    private enum Section {
        case none
        case account
        case rows
    }

    private let currency: Currency
    private let order: DayOrder
    private let decimal: DecimalMark
    private var lines = TextLines()
    private var section = Section.none
    private var account: BankFileAccount
    private var record: QIFRecord?
    private var isOpen = false
    private var balances = BankFileBalances()
    private var statements = 0

    init(currency: Currency, order: DayOrder, decimal: DecimalMark) {
        self.currency = currency
        self.order = order
        self.decimal = decimal
        account = BankFileAccount(currency: currency)
    }

    var line: Int { lines.number }

    mutating func read(
        _ text: [UInt8],
        into events: inout [BankFileEvent]
    ) throws(BankFileRefusal) {
        var index = 0
        while try lines.next(in: text, at: &index) { try take(into: &events) }
    }

    mutating func finish(into events: inout [BankFileEvent]) throws(BankFileRefusal) {
        if lines.finish() { try take(into: &events) }
        try checkRecord()
        endStatement(into: &events)
        guard statements > 0 else {
            throw .malformed(line: line, reason: "The file has no section of an account.")
        }
    }

    private mutating func take(into events: inout [BankFileEvent]) throws(BankFileRefusal) {
        let text = lines.bytes.trimmedSpace
        guard let code = text.first else { return }
        let value = text.dropFirst().trimmedSpace
        switch code {
        case UInt8(ascii: "!"):
            try checkRecord()
            try begin(value, into: &events)
        case UInt8(ascii: "^"): endRecord(into: &events)
        default:
            if section == .none { return }
            if record == nil { record = QIFRecord(line: lines.number) }
            record?.take(code, value)
        }
    }

    /// Refuses a record that does not end.
    private func checkRecord() throws(BankFileRefusal) {
        guard let record else { return }
        throw .malformed(line: record.line, reason: "A record does not end; the file is cut off.")
    }

    private mutating func begin(
        _ name: ArraySlice<UInt8>,
        into events: inout [BankFileEvent]
    ) throws(BankFileRefusal) {
        if name.hasPrefix("Option:") || name.hasPrefix("Clear:") { return }
        endStatement(into: &events)
        section = .none
        if name.hasPrefix("Account") {
            section = .account
            return
        }
        guard name.hasPrefix("Type:") else { return }
        guard let kind = Self.kind(name.dropFirst(5).trimmedSpace) else { return }
        section = .rows
        statements += 1
        guard statements <= Limits.bankFileStatements else {
            throw .malformed(line: line, reason: "The file has too many statements.")
        }
        if account.kind == .other { account.kind = kind }
        events.append(.statement(account))
        isOpen = true
        account = BankFileAccount(currency: currency)
    }

    private mutating func endRecord(into events: inout [BankFileEvent]) {
        guard let ended = record else { return }
        record = nil
        do throws(RowFault) {
            if section == .account {
                account.name = try ended.accountName()
                account.kind = ended.accountType.flatMap(Self.kind) ?? .other
                return
            }
            let row = try ended.row(currency, order, decimal)
            if ended.isOpening, balances.opening == nil {
                balances.opening = BankFileBalances.Balance(amount: row.amount, day: row.day)
            } else {
                events.append(.row(row))
            }
        } catch {
            events.append(.problem(BankFileProblem(line: ended.line, reason: error.reason)))
        }
    }

    private mutating func endStatement(into events: inout [BankFileEvent]) {
        if isOpen { events.append(.ended(balances)) }
        isOpen = false
        balances = BankFileBalances()
    }

    private static func kind(_ name: ArraySlice<UInt8>) -> BankFileAccount.Kind? {
        switch String(decoding: name.prefix(16), as: UTF8.self).lowercased() {
        case "bank": .checking
        case "ccard": .creditCard
        case "cash": .cash
        case "oth a", "oth l": .other
        default: nil
        }
    }
}
