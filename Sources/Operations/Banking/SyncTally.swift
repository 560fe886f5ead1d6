import Kernel
import Store

/// What one sync of an item has changed so far, over all its pages.
struct SyncTally: Sendable {
    private var added: Set<ID<Entity.BankRecord>> = []
    private var updated: Set<ID<Entity.BankRecord>> = []
    private var removed: Set<ID<Entity.BankRecord>> = []
    /// The provider's ids that were told as new since the sync last began.
    private var told: Set<String> = []
    /// Those that were told as new before it began again, and not at all since.
    private(set) var untold: Set<String> = []

    /// How many rows changed.
    var counts: BankItemRecord.Counts {
        BankItemRecord.Counts(
            added: added.count,
            updated: updated.count,
            removed: removed.count
        )
    }

    /// Notes which ids a page tells as new, and which as changed.
    ///
    /// One that was there before the sync stays when its change is not told again.
    mutating func tell(new: some Sequence<String>, changed: some Sequence<String>) {
        told.formUnion(new)
        untold.subtract(new)
        untold.subtract(changed)
    }

    /// Begins again: what was told is yet to be told, or is no more.
    mutating func restart() {
        untold.formUnion(told)
        told = []
    }

    /// Notes a record that is new.
    mutating func add(_ record: BankRecord) { added.insert(record.id) }

    /// Notes a record that is not as it was; one that was withdrawn before in this sync is.
    mutating func update(_ record: BankRecord) {
        removed.remove(record.id)
        if !added.contains(record.id) { updated.insert(record.id) }
    }

    /// Notes a record that is gone.
    mutating func remove(_ record: BankRecord) {
        updated.remove(record.id)
        if added.remove(record.id) == nil { removed.insert(record.id) }
    }
}
