import Foundation
import GRDB
public import PurserKit

/// The records that an app edits, copied to the device: they are there without a network, changes
/// are kept until the server can be told, and what was changed in two places is merged.
///
/// ```swift
/// try await purser.copies.rules.edit(id) { $0.monthlyLimitCents = 20_000 }
/// let report = try await purser.copies.sync()
/// for conflict in try await purser.copies.conflicts() { tell(conflict) }
/// ```
///
/// All of it belongs to the member who is signed in, and is gone at sign-out and when another one
/// signs in; where the session has only lapsed, it waits for the same member. An app and its
/// extensions may share a folder: one process syncs at a time.
public struct DeviceCopies: Sendable {
    private let purser: Purser

    init(of purser: Purser) { self.purser = purser }

    /// The database; none of a client whose configuration has no storage.
    var store: DeviceDatabase {
        get throws {
            guard let store = purser.deviceStore as? DeviceDatabase else {
                let lack = "This client keeps no copies: its configuration has no storage"
                throw PurserError(.storage, lack)
            }
            return store
        }
    }

    /// Monthly limits.
    public var rules: RecordCopies<API.Entity.Rule, API.Sync.RuleValue> { copies(API.Sync.rule) }
    /// Geofences.
    public var geofences: RecordCopies<API.Entity.Geofence, API.Sync.GeofenceValue> {
        copies(API.Sync.geofence)
    }
    /// Children with their allowances.
    public var children: RecordCopies<API.Entity.Child, API.Sync.ChildValue> {
        copies(API.Sync.child)
    }
    /// Children's tasks.
    public var chores: RecordCopies<API.Entity.Chore, API.Sync.ChoreValue> {
        copies(API.Sync.chore)
    }
    /// Policies.
    public var policies: RecordCopies<API.Entity.Policy, API.Sync.PolicyValue> {
        copies(API.Sync.policy)
    }
    /// What children save for.
    public var goals: RecordCopies<API.Entity.Goal, API.Sync.GoalValue> { copies(API.Sync.goal) }
    /// Reward cards.
    public var cards: RecordCopies<API.Entity.RewardCard, API.Rewards.CardValue> {
        copies(API.Sync.card)
    }
    /// What the member prefers of reward cards.
    public var preferences: RecordCopies<API.Entity.Member, API.Rewards.PreferencesValue> {
        copies(API.Sync.preferences)
    }
    /// What the member made of transactions, by the transactions' ids.
    public var transactionEdits: RecordCopies<API.Entity.Entry, API.Sync.TransactionEditValue> {
        copies(API.Sync.transactionEdit)
    }

    /// Brings device and server together.
    ///
    /// What the server refuses is told in the report and stays on the device, until it is taken or
    /// reverted. While another process syncs the same folder, nothing is done here.
    ///
    /// - Throws: ``PurserError``; `CancellationError`. What was done until then stays done, and the
    ///   conflicts that were found are among ``conflicts()``.
    @discardableResult
    public func sync() async throws -> CopySyncReport {
        let store = try store
        // Before the member is looked up: whoever signs out in between takes the copies with him.
        let generation = store.generation
        let calls = try await MemberCalls(purser)
        let run = CopySync(store: store, generation: generation, calls: calls)
        let report = try await store.turns.take {
            try await store.alone { try await run.run() }
        }
        // Who watches records is told of those that another process changed.
        try await store.tellOfOtherProcesses(in: "copies")
        return report ?? .elsewhere
    }

    /// Syncs now, each time the server tells that records changed, and at an interval, for as long
    /// as somebody listens.
    ///
    /// While the app is behind (``LiveService/pause()``) nothing is synced.
    ///
    /// - Parameter interval: How often, where the server tells nothing.
    /// - Returns: What each sync did, or why it failed. It ends when the session does.
    public func syncs(
        every interval: Duration = LiveService.syncStatusInterval
    ) -> AsyncStream<Result<CopySyncReport, any Error>> {
        let polls = purser.live.poll(every: interval) { try await $0.copies.sync() }
        return AsyncStream { continuation in
            let task = Task {
                // Where nothing streams, the polls go on alone; with them this ends.
                async let _: Void? = try? syncWhenTold { continuation.yield($0) }
                for await result in polls { continuation.yield(result) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// What did not become what stands, and was not dismissed yet, in the order in which it was
    /// found; the newest thousand.
    ///
    /// - Throws: ``PurserError`` `storage`, `unauthorized` when nobody is signed in.
    public func conflicts() async throws -> [CopyConflict] {
        try await read { try CopyLog.list(of: $1, $0) }
    }

    /// Forgets a conflict that somebody has looked at.
    ///
    /// - Throws: As ``conflicts()``.
    public func dismiss(_ conflict: CopyConflict) async throws {
        try await write { try CopyLog.dismiss(conflict.id, of: $1, $0) }
    }

    /// Lets go of every lock on the database, before the system suspends the app.
    ///
    /// Until ``resume()`` what would need a lock fails as `storage`.
    public static func suspend() {
        NotificationCenter.default.post(name: Database.suspendNotification, object: nil)
    }

    /// Lets the database work again.
    public static func resume() {
        NotificationCenter.default.post(name: Database.resumeNotification, object: nil)
    }

    /// Reads, with the name of the member whose copies count.
    func read<R: Sendable>(
        _ work: @escaping @Sendable (Database, String) throws -> R
    ) async throws -> R {
        let store = try store
        let owner = try await MemberCalls(purser).owner
        return try await store.reading { try work($0, owner) }
    }

    /// Writes, with the name of the member whose copies count.
    func write<R: Sendable>(
        _ work: @escaping @Sendable (Database, String) throws -> R
    ) async throws -> R {
        let store = try store
        let generation = store.generation
        let owner = try await MemberCalls(purser).owner
        return try await store.writing(asOf: generation) { try work($0, owner) }
    }

    /// Observes, with the name of the member whose copies count.
    func observe<R: Sendable & Equatable>(
        _ fetch: @escaping @Sendable (Database, String) throws -> R
    ) async throws -> AsyncValueObservation<R> {
        let owner = try await MemberCalls(purser).owner
        let observation = ValueObservation.tracking { try fetch($0, owner) }
        return observation.removeDuplicates().values(in: try await store.pool())
    }

    /// Syncs whenever the server tells that records changed.
    ///
    /// - Throws: ``PurserError`` when the stream is over; `CancellationError`.
    private func syncWhenTold(
        _ tell: @Sendable (Result<CopySyncReport, any Error>) -> Void
    ) async throws {
        let (wakes, wake) = AsyncStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                defer { wake.finish() }
                for try await signal in purser.live.signals() {
                    guard case .event(let event) = signal,
                        case .recordsChanged = event.content
                    else { continue }
                    wake.yield()
                }
            }
            for await _ in wakes {
                var result = await Result { try await sync() }
                while case .success(let report) = result, report.isElsewhere {
                    // Whoever syncs may have asked before the change.
                    try await purser.pause(.seconds(1))
                    result = await Result { try await sync() }
                }
                tell(result)
            }
            try await group.next()
        }
    }

    private func copies<Subject, Value>(
        _ kind: SyncKind<Subject, Value>
    ) -> RecordCopies<Subject, Value> {
        RecordCopies(copies: self, kind: kind)
    }
}

extension Purser {
    /// The records that an app edits, copied to the device.
    public var copies: DeviceCopies { DeviceCopies(of: self) }
}

extension Result where Failure == any Error {
    fileprivate init(_ work: () async throws -> Success) async {
        do { self = .success(try await work()) } catch { self = .failure(error) }
    }
}
