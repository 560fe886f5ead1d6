import Kernel

/// A statement of OFX as its elements come.
struct OFXStatement {
    var account: BankFileAccount
    private(set) var balances = BankFileBalances()
    private(set) var isAnnounced = false
    private var amount: ArraySlice<UInt8>?
    private var day: ArraySlice<UInt8>?

    init(institution: String?, isCard: Bool, currency: Currency) {
        account = BankFileAccount(
            institution: institution,
            kind: isCard ? .creditCard : .other,
            currency: currency
        )
    }

    /// The statement's beginning, the first time.
    mutating func announce(into events: inout [BankFileEvent]) {
        guard !isAnnounced else { return }
        isAnnounced = true
        events.append(.statement(account))
    }

    /// Takes an element of `BANKACCTFROM` or `CCACCTFROM`.
    mutating func take(account element: String, _ value: [UInt8]) throws(RowFault) {
        let text = try PlainText.identifier(value[...])
        switch element {
        case "BANKID": account.bankID = text
        case "BRANCHID": account.branch = text
        case "ACCTID": account.number = text
        case "ACCTTYPE": account.kind = Self.kinds[text?.uppercased() ?? ""] ?? .other
        default: break
        }
    }

    /// Takes the statement's currency.
    mutating func take(currency value: [UInt8]) throws(RowFault) {
        let code = String(decoding: value.trimmedSpace.prefix(8), as: UTF8.self)
        guard let currency = Currency(code: code) else {
            throw RowFault("The statement's currency is not known.")
        }
        account.currency = currency
    }

    /// Takes an element of a balance.
    mutating func take(balance element: String, _ value: [UInt8]) {
        switch element {
        case "BALAMT": amount = value[...]
        case "DTASOF": day = value[...]
        default: break
        }
    }

    /// Ends a balance.
    mutating func endBalance(isAvailable: Bool) throws(RowFault) {
        defer { (amount, day) = (nil, nil) }
        guard let amount else { return }
        let currency = account.currency
        let minor = try AmountText.minorUnits(amount, exponent: currency.exponent)
        var day: CivilDay?
        if let written = self.day, !written.isEmpty { day = try DayText.ofx(written) }
        let balance = BankFileBalances.Balance(
            amount: Money(minor: minor, currency: currency),
            day: day
        )
        if isAvailable { balances.available = balance } else { balances.closing = balance }
    }

    private static let kinds: [String: BankFileAccount.Kind] = [
        "CHECKING": .checking, "SAVINGS": .savings, "MONEYMRKT": .moneyMarket,
        "CREDITLINE": .creditLine, "CD": .certificate,
    ]
}
