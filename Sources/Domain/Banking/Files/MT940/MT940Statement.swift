import Kernel

/// A message of MT940 as its fields come.
struct MT940Statement {
    private var account = BankFileAccount(currency: .usd)
    private var balances = BankFileBalances()
    private var currency: Currency?
    private var isAnnounced = false
    private var isClosed = false
    /// A row whose details may follow.
    private var entry: MT940Entry?
    private var entryLine = 0
    private var details: [[UInt8]] = []

    /// Takes the next field.
    mutating func take(
        _ field: MT940Field,
        into events: inout [BankFileEvent]
    ) throws(RowFault) {
        switch field.tag {
        case "25", "25P": try takeAccount(field)
        case "60F", "60M": balances.opening = try takeBalance(field)
        case "61":
            endEntry(into: &events)
            guard let currency else {
                throw RowFault("A row stands before the opening balance.")
            }
            announce(currency, into: &events)
            entryLine = field.line
            do throws(RowFault) {
                entry = try MT940Entry(field, currency)
            } catch {
                let problem = BankFileProblem(line: field.line, reason: error.reason)
                events.append(.problem(problem))
            }
        case "86": if entry != nil, details.isEmpty { details = field.lines }
        case "62F", "62M":
            endEntry(into: &events)
            balances.closing = try takeBalance(field)
            isClosed = true
        case "64":
            endEntry(into: &events)
            balances.available = try takeBalance(field)
        default: break
        }
    }

    /// Ends the message.
    mutating func end(into events: inout [BankFileEvent]) throws(RowFault) {
        endEntry(into: &events)
        guard isClosed, let currency else {
            throw RowFault("A statement does not end with its closing balance; it is cut off.")
        }
        announce(currency, into: &events)
        events.append(.ended(balances))
    }

    private mutating func announce(_ currency: Currency, into events: inout [BankFileEvent]) {
        guard !isAnnounced else { return }
        isAnnounced = true
        account.currency = currency
        events.append(.statement(account))
    }

    private mutating func endEntry(into events: inout [BankFileEvent]) {
        defer {
            entry = nil
            details = []
        }
        guard let entry else { return }
        do throws(RowFault) {
            events.append(.row(try entry.row(line: entryLine, details: details)))
        } catch {
            events.append(.problem(BankFileProblem(line: entryLine, reason: error.reason)))
        }
    }

    /// An IBAN, perhaps with a currency behind it; a bank's code and a number; or a number.
    private mutating func takeAccount(_ field: MT940Field) throws(RowFault) {
        let text = field.first.trimmedSpace
        let shorter = [0, 3, 4].map { text.dropLast($0) }
        if let iban = shorter.lazy.compactMap(IBAN.plain).first {
            account.iban = iban
            return
        }
        if let slash = text.firstIndex(of: UInt8(ascii: "/")) {
            account.bankID = try PlainText.identifier(text[..<slash])
            account.number = try PlainText.identifier(text[(slash + 1)...])
        } else {
            account.number = try PlainText.identifier(text)
        }
    }

    /// A mark, a day, a currency and an amount: `C250801EUR1234,56`.
    private mutating func takeBalance(
        _ field: MT940Field
    ) throws(RowFault) -> BankFileBalances.Balance {
        let text = field.first.trimmedSpace
        guard let mark = text.first, mark == UInt8(ascii: "C") || mark == UInt8(ascii: "D"),
            text.count > 10
        else { throw RowFault("A balance is no credit and no debit.") }
        let start = text.startIndex
        let day = try DayText.swift(text[(start + 1)..<(start + 7)])
        let code = String(decoding: text[(start + 7)..<(start + 10)], as: UTF8.self)
        guard let written = Currency(code: code) else {
            throw RowFault("The statement's currency is not known.")
        }
        guard currency == nil || currency == written else {
            throw RowFault("The statement has balances of two currencies.")
        }
        currency = written
        let minor = try AmountText.minorUnits(
            text[(start + 10)...],
            exponent: written.exponent
        )
        return BankFileBalances.Balance(
            amount: Money(minor: mark == UInt8(ascii: "D") ? -minor : minor, currency: written),
            day: day
        )
    }
}
