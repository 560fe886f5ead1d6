import Synchronization

/// Where new ids come from; passed in, so that a run can be repeated.
public protocol IDSource: Sendable {
    /// Makes an id that was never made before.
    func next(at now: Timestamp) -> RawID
}

extension IDSource {
    /// Makes an id of one kind.
    public func next<Entity>(_ kind: Entity.Type = Entity.self, at now: Timestamp) -> ID<Entity> {
        ID(next(at: now))
    }
}

/// Version 7 UUIDs from the system's random numbers, ascending within the process.
public final class SystemIDs: IDSource {
    private struct Last {
        var milliseconds: Int64 = 0
        var counter: UInt16 = 0
    }

    private let last = Mutex(Last())
    private let randomNumbers = RandomNumbers()

    /// Makes a source; one for the process is enough.
    public init() {}

    /// Makes an id that sorts after every id this source made before, even if the clock went back.
    public func next(at now: Timestamp) -> RawID {
        let random = randomNumbers.next()
        return last.withLock { last in
            if now.milliseconds > last.milliseconds {
                last.milliseconds = now.milliseconds
                last.counter = UInt16(truncatingIfNeeded: random) & 0x07FF
            } else if last.counter == 0x0FFF {
                last.milliseconds += 1
                last.counter = 0
            } else {
                last.counter += 1
            }
            return RawID(
                instant: Timestamp(milliseconds: last.milliseconds),
                counter: last.counter,
                random: random
            )
        }
    }
}
