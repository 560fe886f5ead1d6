import Kernel

/// What the elements of OFX mean, whether they come from SGML or from XML.
///
/// Elements that hold a value may lack their end, as SGML allows. An aggregate that lacks its own
/// ends where the one around it does, or where the next one of its kind begins.
struct OFXInterpreter {
    private let currency: Currency
    private var stack: [OFXAggregate] = []
    /// The element whose value is awaited.
    private var element: String?
    private var institution: String?
    private var statement: OFXStatement?
    private var entry: OFXEntry?
    private var statements = 0
    /// Whether every `OFX` that began has ended.
    private(set) var isClosed = true

    /// Begins with nothing; `currency` is that of statements that name none.
    init(currency: Currency) {
        self.currency = currency
    }

    /// An element begins.
    mutating func open(
        _ name: String,
        line: Int,
        into events: inout [BankFileEvent]
    ) throws(BankFileRefusal) {
        element = nil
        guard let aggregate = OFXAggregate(rawValue: name) else {
            element = name
            return
        }
        // A statement or a transaction that lacks its end ends where the next one begins.
        let isLeft = { (open: OFXAggregate) in
            open.isTransaction && aggregate.isTransaction
                || open.isStatement && aggregate.isStatement
        }
        if let index = stack.lastIndex(where: isLeft) {
            try close(to: index, line: line, into: &events)
        }
        guard stack.count < Limits.bankFileDepth else {
            throw .malformed(line: line, reason: "The elements are nested too deeply.")
        }
        stack.append(aggregate)
        try begin(aggregate, line: line, into: &events)
    }

    /// The value of the element that began last.
    mutating func value(_ value: [UInt8], isTooLong: Bool, line: Int) throws(BankFileRefusal) {
        guard let element else { return }
        self.element = nil
        if isTooLong {
            entry?.note(RowFault("The value of \(element.prefix(32)) is too long."))
            return
        }
        do throws(RowFault) {
            try take(element, value)
        } catch {
            throw .malformed(line: line, reason: error.reason)
        }
    }

    /// An element ends.
    mutating func close(
        _ name: String,
        line: Int,
        into events: inout [BankFileEvent]
    ) throws(BankFileRefusal) {
        element = nil
        guard let aggregate = OFXAggregate(rawValue: name),
            let index = stack.lastIndex(of: aggregate)
        else { return }
        try close(to: index, line: line, into: &events)
    }

    /// Ends the file.
    func finish(line: Int) throws(BankFileRefusal) {
        guard isClosed else { throw .malformed(line: line, reason: "The file is cut off.") }
        guard statements > 0 else {
            throw .malformed(line: line, reason: "The file has no statement of a bank or a card.")
        }
    }

    // MARK: Aggregates

    private mutating func begin(
        _ aggregate: OFXAggregate,
        line: Int,
        into events: inout [BankFileEvent]
    ) throws(BankFileRefusal) {
        switch aggregate {
        case .ofx:
            guard isClosed else {
                throw .malformed(line: line, reason: "A file begins before the last one ends.")
            }
            isClosed = false
        case .bankStatement, .cardStatement:
            statements += 1
            guard statements <= Limits.bankFileStatements else {
                throw .malformed(line: line, reason: "The file has too many statements.")
            }
            statement = OFXStatement(
                institution: institution,
                isCard: aggregate == .cardStatement,
                currency: currency
            )
        case .transactions, .pendingTransactions: statement?.announce(into: &events)
        case .transaction, .pendingTransaction:
            guard statement != nil else { return }
            statement?.announce(into: &events)
            entry = OFXEntry(line: line, isPending: aggregate == .pendingTransaction)
        default: break
        }
    }

    /// Ends the aggregates from the innermost down to one of the stack.
    private mutating func close(
        to index: Int,
        line: Int,
        into events: inout [BankFileEvent]
    ) throws(BankFileRefusal) {
        while stack.count > index {
            do throws(RowFault) {
                try end(stack.removeLast(), into: &events)
            } catch {
                throw .malformed(line: line, reason: error.reason)
            }
        }
    }

    private mutating func end(
        _ aggregate: OFXAggregate,
        into events: inout [BankFileEvent]
    ) throws(RowFault) {
        switch aggregate {
        case .ofx: isClosed = true
        case .transaction, .pendingTransaction: endEntry(into: &events)
        case .ledgerBalance: try statement?.endBalance(isAvailable: false)
        case .availableBalance: try statement?.endBalance(isAvailable: true)
        case .bankStatement, .cardStatement:
            guard var ended = statement else { return }
            ended.announce(into: &events)
            events.append(.ended(ended.balances))
            statement = nil
        default: break
        }
    }

    private mutating func endEntry(into events: inout [BankFileEvent]) {
        guard let ended = entry, let statement else { return }
        entry = nil
        do throws(RowFault) {
            events.append(.row(try ended.row(statement.account.currency)))
        } catch {
            events.append(.problem(BankFileProblem(line: ended.line, reason: error.reason)))
        }
    }

    // MARK: Values

    private mutating func take(_ element: String, _ value: [UInt8]) throws(RowFault) {
        switch stack.last {
        case .transaction, .pendingTransaction: entry?.take(element, value)
        case .payee where element == "NAME": entry?.take(payee: value)
        case .currency where element == "CURSYM": entry?.take(currency: value)
        case .bankAccount, .cardAccount: try statement?.take(account: element, value)
        case .bankStatement, .cardStatement:
            if element == "CURDEF" { try statement?.take(currency: value) }
        case .ledgerBalance, .availableBalance: statement?.take(balance: element, value)
        case .institution where element == "ORG": institution = try PlainText.identifier(value[...])
        default: break
        }
    }
}
