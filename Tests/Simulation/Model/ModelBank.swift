import Contract
import Kernel
import Providers

/// A household's account at a bank, and what must be shown of it.
struct ModelBank: Sendable {
    /// What lists must show of one purchase.
    struct Row: Sendable, Equatable {
        /// Its place among the bank's purchases.
        let place: Int
        let record: String
        let amount: Int64
        let day: Int
        let isPending: Bool
        let merchant: String
    }

    /// A row as it was met.
    struct Known: Sendable, Equatable {
        /// The integer id; the engine's own choice, which stays.
        let number: Int64
        /// The UUID; it stays, too.
        let entry: ID<Entity.Entry>
        var transfer: ID<Entity.Transfer>
    }

    let living: LivingBank
    var account: ID<Entity.Account>?
    /// The integer id of the account; the engine's own choice.
    var number: Int64?
    var isLinked = false
    /// What must be shown; `nil` after a sync that came to no end.
    var rows: [Row]? = []
    /// What the account must hold; `nil` before the first sync that came to its end.
    var balanceMinor: Int64?
    /// What had happened at the bank by the last sync that came to its end.
    var events: Int?
    /// The rows that were met, by the places of their purchases.
    var known: [Int: Known] = [:]
    /// What Insights summed all accounts of the member to, when it was asked the last time.
    var sums: API.Insights.TransactionsAggregates?
    /// The same of one month.
    var monthSums: API.Insights.TransactionsAggregates?
    /// What took the place of transfers that were taken back.
    var successors: [ID<Entity.Transfer>: ID<Entity.Transfer>] = [:]

    init(_ living: LivingBank) {
        self.living = living
    }

    /// The transfer that a row is by now.
    func current(_ transfer: ID<Entity.Transfer>) -> ID<Entity.Transfer> {
        var transfer = transfer
        while let successor = successors[transfer] { transfer = successor }
        return transfer
    }

    /// What the bank has told everything of.
    mutating func takeOver() {
        rows = living.purchases.enumerated().filter(\.element.isShown).map { place, purchase in
            Row(
                place: place,
                record: purchase.id,
                amount: purchase.told.amountMinor,
                day: purchase.told.day.dayNumber,
                isPending: purchase.told.isPending,
                merchant: purchase.told.merchantName ?? ""
            )
        }
        balanceMinor = living.balanceMinor
        events = living.report.events
    }
}
