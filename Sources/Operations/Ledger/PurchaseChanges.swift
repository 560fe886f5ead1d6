import Kernel
import Ledger
import OrderedCollections

/// What became of the purchases of one journal, by their entries.
struct PurchaseChanges {
    /// A purchase that posted, or that was posted before and is another one now.
    struct Change {
        /// The entry as it is now.
        let entry: Entry
        /// Whether a processor took it from a card.
        let isCharge: Bool
        /// Whether it posts now; if not, it may have been added before.
        let isNew: Bool
        /// What of it counts now, in minor units of its account: 0 where it went, or is a purchase
        /// no more.
        let amountMinor: Int64
    }

    private var changes: OrderedDictionary<ID<Entity.Entry>, Change> = [:]

    /// Whether none changed.
    var isEmpty: Bool { changes.isEmpty }

    /// The accounts they are on, each with its member, each once.
    var accounts: [(account: ID<Entity.Account>, member: ID<Entity.Member>)] {
        var members: OrderedDictionary<ID<Entity.Account>, ID<Entity.Member>> = [:]
        for change in changes.values { members[change.entry.account] = change.entry.member }
        return members.map { ($0.key, $0.value) }
    }

    /// Those on an account, in the order in which they changed first.
    func on(_ account: ID<Entity.Account>) -> [Change] {
        changes.values.filter { $0.entry.account == account }
    }

    /// Takes an entry into account that a transfer begins.
    mutating func add(_ entry: Entry, by transfer: Transfer) {
        guard transfer.isBought, !entry.isPending, entry.amountMinor > 0 else { return }
        put(entry, by: transfer, isNew: true)
    }

    /// Takes into account what a transfer makes of an entry.
    ///
    /// One that went and came back within the journal is what it is at the end.
    mutating func change(_ before: Entry, to after: Entry, by transfer: Transfer) {
        let isNew = changes[after.id]?.isNew ?? before.isPending
        let isPosted = after.isShown && !after.isPending
        guard !isNew || isPosted || changes[after.id] != nil else { return }
        put(after, by: transfer, isNew: isNew)
    }

    private mutating func put(_ entry: Entry, by transfer: Transfer, isNew: Bool) {
        let counts =
            transfer.isBought && entry.isShown && !entry.isPending && entry.amountMinor > 0
        changes[entry.id] = Change(
            entry: entry,
            isCharge: transfer.kind == .charge,
            isNew: isNew,
            amountMinor: counts ? entry.amountMinor : 0
        )
    }
}

extension Transfer {
    /// Whether it is about a purchase.
    fileprivate var isBought: Bool { kind == .purchase || kind == .charge }
}
