public import Kernel

/// A row of a statement: one entry of an account.
public struct BankFileRow: Sendable, Equatable {
    /// The line at which it begins, from 1.
    public var line: Int
    /// The day it was booked, else its value date; as the bank writes it, in no other zone.
    public var day: CivilDay
    /// More than zero: money into the account; less than zero: out of it.
    ///
    /// That is the ledger's sign, and the opposite of the one on Banking's endpoints. It may be
    /// zero.
    public var amount: Money
    /// The bank's own id of the entry (FITID, AcctSvcrRef, a column); the same in every file.
    public var providerID: String?
    /// Who was paid or who paid.
    public var payee: String?
    /// The bank's text; never empty.
    ///
    /// A row without one has its payee, its check's number, or a
    /// word for its type, such as `Interest`, in its place; at last `Transaction`.
    public var text: String
    /// The category that the file gives it.
    public var category: String?
    /// The account's balance after it.
    public var balance: Money?
    /// Whether the bank has not booked it yet.
    public var isPending: Bool

    /// Makes a row.
    public init(
        line: Int,
        day: CivilDay,
        amount: Money,
        providerID: String? = nil,
        payee: String? = nil,
        text: String,
        category: String? = nil,
        balance: Money? = nil,
        isPending: Bool = false
    ) {
        self.line = line
        self.day = day
        self.amount = amount
        self.providerID = providerID
        self.payee = payee
        self.text = text
        self.category = category
        self.balance = balance
        self.isPending = isPending
    }

    /// The text of a row that has none.
    static let plainText = "Transaction"
}
