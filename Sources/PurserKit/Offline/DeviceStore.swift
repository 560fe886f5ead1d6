package import Contract
package import Kernel

/// What keeps the queue, answers and facts on the device, each row with the member it is of.
///
/// PurserKitStore has the one that apps use. A store is of one client; several may share a folder.
package protocol DeviceStore: AnyObject, Sendable {
    /// How often everything was removed: what somebody began to write before is not written after.
    var generation: Int { get }

    /// Whether anything can be kept already; `false` spares those who look opening the database.
    var mayHoldSomething: Bool { get }

    /// Reads, all at one moment.
    ///
    /// - Throws: ``PurserError`` `storage`; what `work` throws.
    func read<R: Sendable>(
        _ work: @escaping @Sendable (any DeviceTables) throws -> R
    ) async throws -> R

    /// Writes all of it or nothing, and returns when it is on the disk.
    ///
    /// It is not given up when the task that asks is cancelled.
    ///
    /// - Throws: ``PurserError`` `storage`; what `work` throws.
    func write<R: Sendable>(
        _ work: @escaping @Sendable (any DeviceTables) throws -> R
    ) async throws -> R

    /// Removes what is kept, but for that of one member.
    ///
    /// - Throws: ``PurserError`` `storage`.
    func forget(exceptOf owner: String?) async throws

    /// Lets go of what is open.
    func close() async
}

/// The tables of a ``DeviceStore``, within one transaction.
package protocol DeviceTables: AnswerRows, FactRows, CallRows, WorkRows {}

/// Kept answers.
package protocol AnswerRows {
    /// One answer, and when it was kept.
    func answer(for key: CacheKey) throws -> (body: [UInt8], keptAt: Timestamp)?
    /// Writes an answer in place of a former one, and removes the oldest when there are too many.
    func keep(_ body: String, for key: CacheKey, at now: Timestamp) throws
    /// Removes the answers of a room.
    func forgetAnswers(of surface: Surface) throws
    /// The rooms that there are answers of.
    func roomsWithAnswers() throws -> Set<Surface>
}

/// What was last known of the server's rules.
package protocol FactRows {
    /// What is known of something, and since when.
    func fact(_ key: FactTable.Key) throws -> (body: String, knownAt: Timestamp)?
    /// Writes a fact in place of a former one.
    func keepFact(_ body: String, for key: FactTable.Key, at now: Timestamp) throws
    /// Changes a fact that is there; since when it is known stays.
    func changeFact(_ body: String, for key: FactTable.Key) throws
    /// Removes all facts of a kind.
    func forgetFacts(_ kind: FactTable.Kind, of owner: String) throws
}

/// Waiting calls, as the app sees them.
package protocol CallRows {
    /// Adds a call at the end.
    ///
    /// - Throws: ``PurserError`` `storage` when there are too many.
    func add(_ call: QueuedCall, of owner: String) throws
    /// Whether a call about something waits.
    func hasWaitingCall(about: String, of owner: String) throws -> Bool
    /// The calls that wait, in their order.
    func waitingCalls(of owner: String) throws -> [WaitingCall]
    /// The calls that are not tried any more, the newest first.
    func deadLetters(of owner: String) throws -> [DeadLetter]
    /// How many calls there are.
    func countCalls(of owner: String) throws -> OfflineQueue.Counts
    /// Makes a dead letter a waiting call that nobody has sent yet, wanted for as long as at first.
    func retry(
        _ id: WaitingCall.ID,
        key: String,
        at now: Timestamp,
        of owner: String
    ) throws -> Bool
    /// Removes a call.
    func discard(_ id: WaitingCall.ID, of owner: String) throws -> Bool
    /// Removes every call of a member.
    func discardCalls(of owner: String) throws
}

/// Waiting calls, as they are worked off by whoever holds the lease on a member's queue.
package protocol WorkRows {
    /// Takes the lease, unless another client has it.
    func takeLease(_ worker: QueueWorker, at now: Timestamp) throws -> QueueWorker.Lease
    /// Tells that the work goes on.
    ///
    /// - Returns: `false` when another client works by now, or the queue was cleared.
    func renewLease(_ worker: QueueWorker, at now: Timestamp) throws -> Bool
    /// Tells that the work is over; the time stays, so that a clock that goes back is noticed.
    func endLease(_ worker: QueueWorker, at now: Timestamp) throws
    /// The lanes with calls, in the order of their first ones.
    func lanes(of owner: String, after place: Int64) throws -> [QueueWorker.Lane]
    /// Takes the next calls of a lane, and notes that they are sent from now on.
    ///
    /// - Returns: The calls as they were before; `nil` when the lease is lost.
    func claim(
        _ lane: QueueWorker.Lane,
        _ worker: QueueWorker,
        at now: Timestamp
    ) throws -> [QueuedCall]?
    /// Calls that may be over: not wanted any more, or sent for the first time before `sentBefore`.
    func doubtfulCalls(
        of owner: String,
        at now: Timestamp,
        sentBefore: Timestamp
    ) throws -> [QueuedCall]
    /// Writes down what became of calls.
    func settle(_ settlements: [Settlement], _ worker: QueueWorker) throws
}

/// Whoever works off the calls of a member.
///
/// One client at a time does. It tells again and again that it does; one that was killed is
/// followed by another when its lease ends.
package struct QueueWorker: Sendable {
    /// Whose calls they are.
    package let owner: String
    /// The client that works.
    package let holder: String

    /// What the calls of one lane have in common, and the first of them.
    package struct Lane: Sendable {
        package let about: String
        /// The place behind which its calls are still to be done.
        package var after: Int64

        package init(about: String, after: Int64) {
            self.about = about
            self.after = after
        }
    }

    /// What came of asking for the lease.
    package enum Lease: Sendable {
        /// Another client works until then.
        case elsewhere(until: Timestamp)
        /// It is ours. The clock went back since it was somebody's, when `clockWentBack` is set.
        case taken(clockWentBack: Bool)
    }

    /// How long a lease is good when it is not renewed.
    package static let leaseMilliseconds: Int64 = 30_000
    /// How many calls of a lane are taken at once.
    package static let batch = 32

    package init(owner: String, holder: String) {
        self.owner = owner
        self.holder = holder
    }
}

/// The store of a client that keeps nothing.
final class NoStore: DeviceStore {
    var generation: Int { 0 }
    var mayHoldSomething: Bool { false }

    func read<R: Sendable>(
        _ work: @escaping @Sendable (any DeviceTables) throws -> R
    ) async throws -> R {
        throw PurserError(.storage, "This client keeps nothing: its configuration has no storage")
    }

    func write<R: Sendable>(
        _ work: @escaping @Sendable (any DeviceTables) throws -> R
    ) async throws -> R {
        try await read(work)
    }

    func forget(exceptOf owner: String?) async throws {}
    func close() async {}
}
