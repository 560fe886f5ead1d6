import Kernel

/// A transaction of OFX as its elements come.
struct OFXEntry {
    let line: Int
    let isPending: Bool
    private var day: ArraySlice<UInt8>?
    private var amount: ArraySlice<UInt8>?
    private var currency: ArraySlice<UInt8>?
    private var type = ""
    private var id: String?
    private var check: String?
    private var name: String?
    private var payee: String?
    private var memo: String?
    private var fault: RowFault?

    init(line: Int, isPending: Bool) {
        self.line = line
        self.isPending = isPending
    }

    /// Takes the value of an element of the transaction.
    mutating func take(_ element: String, _ value: [UInt8]) {
        do throws(RowFault) {
            switch element {
            case "DTPOSTED": day = value[...]
            case "DTTRAN" where day == nil: day = value[...]
            case "TRNAMT":
                // Two amounts: the border between two transactions is lost.
                if amount != nil { throw RowFault("The row has two amounts.") }
                amount = value[...]
            case "FITID": id = try PlainText.identifier(value[...])
            case "CHECKNUM": check = try PlainText.identifier(value[...])
            case "TRNTYPE": type = String(decoding: value.prefix(16), as: UTF8.self).uppercased()
            case "NAME": name = try PlainText.of(value[...])
            case "MEMO": memo = try PlainText.of(value[...])
            default: break
            }
        } catch {
            note(error)
        }
    }

    /// Takes the name of an aggregate `PAYEE`.
    mutating func take(payee value: [UInt8]) {
        do throws(RowFault) {
            payee = try PlainText.of(value[...])
        } catch {
            note(error)
        }
    }

    /// Takes the currency in which the amount is.
    mutating func take(currency value: [UInt8]) { currency = value[...] }

    /// Remembers the first thing that is wrong.
    mutating func note(_ fault: RowFault) {
        if self.fault == nil { self.fault = fault }
    }

    /// The row, in the statement's currency unless it names its own.
    func row(_ currency: Currency) throws(RowFault) -> BankFileRow {
        if let fault { throw fault }
        var currency = currency
        if let written = self.currency {
            let code = String(decoding: written.trimmedSpace.prefix(8), as: UTF8.self)
            guard let own = Currency(code: code) else {
                throw RowFault("The row's currency is not known.")
            }
            currency = own
        }
        guard let day else { throw RowFault("The row has no day.") }
        guard let amount else { throw RowFault("The row has no amount.") }
        let minor = try AmountText.minorUnits(amount, exponent: currency.exponent)
        return BankFileRow(
            line: line,
            day: try DayText.ofx(day),
            amount: Money(minor: minor, currency: currency),
            providerID: id,
            payee: payee ?? name,
            text: text,
            isPending: isPending
        )
    }

    /// Name and memo.
    ///
    /// A name is cut off after 32 characters; a memo often has the whole of it.
    private var text: String {
        let name = name ?? payee
        guard let name else { return memo ?? typeText }
        guard let memo, memo != name else { return name }
        return memo.hasPrefix(name) ? memo : "\(name) \(memo)"
    }

    /// What stands for the text of a transaction that has none.
    private var typeText: String {
        if let check { return "Check \(check)" }
        return Self.types[type] ?? BankFileRow.plainText
    }

    private static let types = [
        "CREDIT": "Credit", "DEBIT": "Debit", "INT": "Interest", "DIV": "Dividend", "FEE": "Fee",
        "SRVCHG": "Service charge", "DEP": "Deposit", "ATM": "Cash machine", "POS": "Purchase",
        "XFER": "Transfer", "CHECK": "Check", "PAYMENT": "Payment", "CASH": "Cash",
        "DIRECTDEP": "Direct deposit", "DIRECTDEBIT": "Direct debit",
        "REPEATPMT": "Standing order",
    ]
}
