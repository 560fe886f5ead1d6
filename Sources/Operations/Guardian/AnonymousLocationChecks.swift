import Guardian
import Kernel
import Synchronization

/// The location checks of callers without a token, by the name they give.
///
/// Kept in memory and forgotten an hour after the last check, because anybody may give any name.
final class AnonymousLocationChecks: Sendable {
    private struct Entry {
        var lingering = Lingering()
        var checkedAt = Timestamp(milliseconds: 0)
    }

    private let known = Mutex<[ExactText: Entry]>([:])
    private let capacity: Int

    /// Begins with nobody.
    init(capacity: Int = Limits.anonymousLocationNames) {
        self.capacity = capacity
    }

    /// Takes a check.
    ///
    /// - Returns: How many checks count in the window that ends with this one.
    func check(_ name: String, _ fix: PositionFix, isNearRestaurant: Bool) -> Int64 {
        precondition(
            !name.hasMoreScalars(than: Limits.identifierCharacters),
            "a name is remembered whole, so none is longer than the rules of the field let it be"
        )
        let name = ExactText(name)
        return known.withLock { known in
            if known.count >= capacity, known[name] == nil { evict(&known, fix.instant) }
            var entry = known[name] ?? Entry()
            if isForgotten(entry, fix.instant) { entry = Entry() }
            entry.checkedAt = fix.instant
            let count = entry.lingering.check(fix, isNearRestaurant: isNearRestaurant)
            known[name] = entry
            return count
        }
    }

    /// How many are remembered.
    var count: Int { known.withLock { $0.count } }

    private func isForgotten(_ entry: Entry, _ now: Timestamp) -> Bool {
        now.milliseconds - entry.checkedAt.milliseconds > Limits.checkKeptMilliseconds
    }

    /// Drops the forgotten, and where that is not enough those that were not seen for longest.
    private func evict(_ known: inout [ExactText: Entry], _ now: Timestamp) {
        known = known.filter { !isForgotten($0.value, now) }
        guard known.count >= capacity else { return }
        known.forgetOldest(of: capacity) { $0.checkedAt.milliseconds }
    }
}
