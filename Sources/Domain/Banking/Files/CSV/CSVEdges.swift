import Kernel

/// The first and the last row of a CSV file, one of which has the closing balance.
struct CSVEdges {
    private var first: BankFileRow?
    private var last: BankFileRow?
    private var isAscending = true
    private var isDescending = true

    mutating func see(_ row: BankFileRow) {
        if let last {
            isAscending = isAscending && last.day <= row.day
            isDescending = isDescending && last.day >= row.day
        } else {
            first = row
        }
        last = row
    }

    /// The balance of the newest row, when rows are in order and not all of one day.
    var closing: BankFileBalances.Balance? {
        guard isAscending != isDescending, let newest = isAscending ? last : first,
            let balance = newest.balance
        else { return nil }
        return BankFileBalances.Balance(amount: balance, day: newest.day)
    }
}
