import Kernel
import Synchronization

/// Ids that a seed decides, for one call.
///
/// A transaction may run again, and must then make the ids it made before: whoever runs it goes
/// back to a mark first.
final class SeededIDs: IDSource {
    private let chance: Mutex<Chance>

    init(seed: UInt64) {
        chance = Mutex(Chance(seed: seed))
    }

    func next(at now: Timestamp) -> RawID {
        chance.withLock { chance in
            let counter = UInt16(truncatingIfNeeded: chance.next())
            return RawID(instant: now, counter: counter, random: chance.next())
        }
    }

    /// Where the source stands.
    var mark: Chance { chance.withLock { $0 } }

    /// Goes back to a mark.
    func rewind(to mark: Chance) { chance.withLock { $0 = mark } }
}
