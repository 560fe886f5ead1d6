import Kernel

/// A balance of CAMT.053 as its elements come.
struct CAMTBalance {
    var currency: String?
    private(set) var type = ""
    private var amount: ArraySlice<UInt8>?
    private var day: ArraySlice<UInt8>?
    private var direction = ""

    mutating func take(_ path: CAMTPath, _ text: [UInt8]) {
        switch path {
        case .balanceType:
            type = String(decoding: text.trimmedSpace.prefix(8), as: UTF8.self)
        case .balanceAmount: amount = text[...]
        case .balanceDirection:
            direction = String(decoding: text.trimmedSpace.prefix(8), as: UTF8.self)
        case .balanceDay, .balanceInstant: day = text[...]
        default: break
        }
    }

    /// The balance; `nil` when it has no amount.
    func balance(_ standard: Currency) throws(RowFault) -> BankFileBalances.Balance? {
        guard let amount else { return nil }
        let money = try CAMTAmount.money(amount, currency ?? standard.code, direction)
        return BankFileBalances.Balance(amount: money, day: try day.map(DayText.iso))
    }
}

/// An amount of CAMT.053: never below zero, with its direction beside it.
enum CAMTAmount {
    static func money(
        _ text: ArraySlice<UInt8>,
        _ code: String,
        _ direction: String
    ) throws(RowFault) -> Money {
        guard let currency = Currency(code: code) else {
            throw RowFault("The currency is not known.")
        }
        let minor = try AmountText.minorUnits(text, exponent: currency.exponent)
        switch direction {
        case "CRDT": return Money(minor: minor, currency: currency)
        case "DBIT": return Money(minor: -minor, currency: currency)
        default: throw RowFault("Whether the amount is a credit or a debit is not told.")
        }
    }
}
