public import Kernel

/// The balances that a statement tells; they are compared, and nothing is made up from them.
public struct BankFileBalances: Sendable, Equatable {
    /// A balance and the day at whose end it was.
    public struct Balance: Sendable, Equatable {
        /// Less than zero when money is owed.
        public var amount: Money
        /// The day, when the file tells it.
        public var day: CivilDay?

        /// Makes a balance.
        public init(amount: Money, day: CivilDay?) {
            self.amount = amount
            self.day = day
        }
    }

    /// Before the statement's rows.
    public var opening: Balance?
    /// After the statement's rows.
    ///
    /// Of a CSV file with balances, the balance of its newest row,
    /// when its rows are in order and not all of one day.
    public var closing: Balance?
    /// What may be spent.
    public var available: Balance?

    /// Makes balances.
    public init(
        opening: Balance? = nil,
        closing: Balance? = nil,
        available: Balance? = nil
    ) {
        self.opening = opening
        self.closing = closing
        self.available = available
    }
}
