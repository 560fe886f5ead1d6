import Contract
import Kernel

/// A page of what moved in a child's wallet.
struct WalletHistory: PageView {
    static let template = "wallet-history"

    let movements: [Entry]
    let older: String?
    let newer: String?

    /// `path`: The page that shows it.
    init(
        _ list: API.Allowance.TransactionListResponse,
        at path: String,
        _ words: FamilyWords
    ) {
        movements = list.transactions.map { movement in
            let minor = movement.amount.minor
            let by = movement.createdByName == "System" ? nil : movement.createdByName
            let after = "then \(words.money(movement.balanceAfter))"
            return Entry(
                movement.description,
                .moved(
                    hundredths: movement.type == .credit ? minor : -minor,
                    words.format
                ),
                [words.day(movement.createdAt), by, after].compactMap(\.self)
                    .filter { !$0.isEmpty }.joined(separator: " · ")
            )
        }
        let page = list.offset / max(1, list.limit) + 1
        let link = { (page: Int64) in "\(path)?page=\(page)#history" }
        older = list.offset + list.limit < list.totalCount ? link(page + 1) : nil
        newer = page > 1 ? link(page - 1) : nil
    }
}
