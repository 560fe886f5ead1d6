import Kernel

/// A statement of CAMT.053 as its elements come.
struct CAMTStatement {
    private var account: BankFileAccount
    private var balances = BankFileBalances()
    private var isAnnounced = false
    private var balance: CAMTBalance?
    private var entry: CAMTEntry?

    init(currency: Currency) {
        account = BankFileAccount(currency: currency)
    }

    /// An element begins.
    mutating func open(
        _ path: CAMTPath,
        currency: String?,
        line: Int,
        into events: inout [BankFileEvent]
    ) {
        switch path {
        case .balance: balance = CAMTBalance()
        case .balanceAmount: balance?.currency = currency
        case .entry:
            announce(into: &events)
            entry = CAMTEntry(line: line)
        case .amount: entry?.currency = currency
        case .details: entry?.details += 1
        default: break
        }
    }

    /// An element ends.
    mutating func close(
        _ path: CAMTPath,
        _ text: [UInt8],
        _ isTooLong: Bool,
        into events: inout [BankFileEvent]
    ) throws(RowFault) {
        switch path {
        case .entry: endEntry(into: &events)
        case .balance: try endBalance()
        case .balanceType, .balanceAmount, .balanceDirection, .balanceDay, .balanceInstant:
            balance?.take(path, text)
        case .iban, .accountNumber, .accountCurrency, .accountName, .accountType, .institution,
            .bic, .bicfi:
            try takeAccount(path, text)
        default: entry?.take(path, text, isTooLong)
        }
    }

    /// The statement ends.
    mutating func end(into events: inout [BankFileEvent]) {
        announce(into: &events)
        events.append(.ended(balances))
    }

    private mutating func announce(into events: inout [BankFileEvent]) {
        guard !isAnnounced else { return }
        isAnnounced = true
        events.append(.statement(account))
    }

    private mutating func takeAccount(_ path: CAMTPath, _ text: [UInt8]) throws(RowFault) {
        switch path {
        case .iban: account.iban = IBAN.plain(text[...])
        case .accountNumber: account.number = try PlainText.identifier(text[...])
        case .accountName: account.name = try PlainText.identifier(text[...])
        case .institution: account.institution = try PlainText.identifier(text[...])
        case .bic, .bicfi:
            account.bankID = try PlainText.identifier(text[...])
        case .accountCurrency:
            let code = String(decoding: text.trimmedSpace.prefix(8), as: UTF8.self)
            guard let currency = Currency(code: code) else {
                throw RowFault("The statement's currency is not known.")
            }
            account.currency = currency
        case .accountType:
            switch String(decoding: text.prefix(8), as: UTF8.self) {
            case "CACC", "TRAN": account.kind = .checking
            case "SVGS": account.kind = .savings
            case "CARD": account.kind = .creditCard
            default: break
            }
        default: break
        }
    }

    private mutating func endBalance() throws(RowFault) {
        guard let ended = balance else { return }
        balance = nil
        guard let made = try ended.balance(account.currency) else { return }
        switch ended.type {
        case "OPBD": balances.opening = made
        case "PRCD": balances.opening = balances.opening ?? made
        case "CLBD": balances.closing = made
        case "CLAV": balances.available = made
        default: break
        }
    }

    private mutating func endEntry(into events: inout [BankFileEvent]) {
        guard let ended = entry else { return }
        entry = nil
        // What is announced or only told about has not moved any money.
        if ended.status == "INFO" || ended.status == "FUTR" { return }
        do throws(RowFault) {
            events.append(.row(try ended.row(account.currency)))
        } catch {
            events.append(.problem(BankFileProblem(line: ended.line, reason: error.reason)))
        }
    }
}
