public import Kernel

/// An account as a bank file names it; CSV and QIF may name none.
public struct BankFileAccount: Sendable, Equatable {
    /// What kind of account it is.
    public enum Kind: String, Sendable, CaseIterable {
        /// A current account, for payments.
        case checking
        /// A savings account.
        case savings
        /// A money market account.
        case moneyMarket
        /// A certificate of deposit.
        case certificate
        /// A line of credit.
        case creditLine
        /// A credit card.
        case creditCard
        /// Cash.
        case cash
        /// Whatever else, and what the file does not tell.
        case other
    }

    /// The institution's name.
    public var institution: String?
    /// The bank's code: a routing number, a Bankleitzahl, a BIC.
    public var bankID: String?
    /// The branch's code.
    public var branch: String?
    /// The account's number, as written; `nil` when ``iban`` names it.
    public var number: String?
    /// The IBAN, without spaces, in upper case.
    public var iban: String?
    /// The account's name.
    public var name: String?
    /// Its kind.
    public var kind: Kind
    /// Its currency: the file's, else the one that the reader was given.
    public var currency: Currency

    /// Makes an account.
    public init(
        institution: String? = nil,
        bankID: String? = nil,
        branch: String? = nil,
        number: String? = nil,
        iban: String? = nil,
        name: String? = nil,
        kind: Kind = .other,
        currency: Currency
    ) {
        self.institution = institution
        self.bankID = bankID
        self.branch = branch
        self.number = number
        self.iban = iban
        self.name = name
        self.kind = kind
        self.currency = currency
    }
}
