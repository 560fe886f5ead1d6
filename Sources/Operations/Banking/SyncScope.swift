import Kernel
import Providers

/// What of an item is read, and for how long.
struct SyncScope: Sendable, Equatable {
    /// What changed since it was read last.
    static let changes = Self()

    /// Whether everything is read again from the provider's first record.
    var isWhole = false
    /// The first day of which records are taken; of all days when `nil`.
    var firstDay: CivilDay?
    /// After how many milliseconds no further page is asked for; however long when `nil`.
    var milliseconds: Int64?

    /// The same, of what changed alone.
    var ofChanges: Self { Self(milliseconds: milliseconds) }
}

extension TransactionPage {
    /// The page without what happened before a day.
    func leavingOut(before first: CivilDay) -> TransactionPage {
        TransactionPage(
            added: added.filter { $0.day >= first },
            modified: modified.filter { $0.day >= first },
            removed: removed,
            nextCursor: nextCursor,
            hasMore: hasMore,
            accounts: accounts,
            isHistoryComplete: isHistoryComplete
        )
    }
}
