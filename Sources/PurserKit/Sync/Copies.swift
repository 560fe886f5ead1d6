import Contract
import SQL

/// The records of one kind on the device.
///
/// Reading and editing never wait for the network. ``sync()`` brings device and server together;
/// whoever wants it by itself calls it when the app comes to the front, when the network is back,
/// and after an edit.
public struct Copies<Record: Codable & Sendable & Equatable>: Sendable {
    let purser: Purser
    let kind: any CopiedKind

    /// Every record, in the order of the ids on this device.
    ///
    /// - Throws: ``PurserError`` `storage`, `unauthorized` when nobody is signed in.
    public func all() async throws -> [LocalCopy<Record>] {
        let table = try await table()
        return try await table.read { session in
            try table.rows(in: session).compactMap { try LocalCopy($0) }
        }
    }

    /// One record; `nil` when there is none.
    ///
    /// - Throws: As ``all()``.
    public func find(_ id: String) async throws -> LocalCopy<Record>? {
        let table = try await table()
        return try await table.read { session in
            try table.row(id, in: session).flatMap { try LocalCopy($0) }
        }
    }

    /// Every record now, and again after each change here or by a sync.
    ///
    /// Changes that come faster than they are taken are skipped, except the newest. Where the
    /// records cannot be read, as after sign-out, there are none.
    public var changes: AsyncStream<[LocalCopy<Record>]> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                var last: [LocalCopy<Record>]?
                for await _ in purser.client.copies.changes(of: kind.name).values {
                    let records = (try? await all()) ?? []
                    guard records != last else { continue }
                    last = records
                    continuation.yield(records)
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Brings device and server together.
    ///
    /// It goes on where a former one was interrupted. What the server refuses is told in the
    /// report and stays on the device, until it is taken or ``revert(_:)`` gives it up.
    ///
    /// - Throws: ``PurserError``; `CancellationError`. What was done until then stays done, and the
    ///   conflicts that were found are among ``conflicts()``.
    @discardableResult
    public func sync() async throws -> SyncReport {
        try await purser.client.sync(kind, purser.options)
    }

    /// What was changed in two places and not dismissed yet, in the order in which it was found.
    ///
    /// - Throws: As ``all()``.
    public func conflicts() async throws -> [SyncConflict] {
        let table = try await table()
        return try await table.read { try table.conflicts(in: $0) }
    }

    /// Forgets a conflict that somebody has looked at.
    ///
    /// - Throws: As ``all()``.
    public func dismiss(_ conflict: SyncConflict) async throws {
        let table = try await table()
        try await table.write { try table.dismiss(conflict.id, in: $0) }
    }

    func table() async throws -> CopyTable { try await CopyTable(purser.client, kind: kind.name) }
}
