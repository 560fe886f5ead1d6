public import Contract
public import Kernel

/// Records of which devices keep copies, each with a version.
///
/// ```swift
/// let limit = try await purser.sync.get(API.Sync.rule, id)
/// try await purser.sync.put(API.Sync.rule, id, changed, of: limit.version)
/// ```
///
/// A change names the version that it was made of. Where another one stands there the server
/// refuses it: ``PurserError/Kind-swift.enum/conflict`` with ``PurserError/current(of:)``, from
/// which the device goes on. What is the same as what stands is no change.
///
/// - Throws: Each method throws ``PurserError``, or `CancellationError` when its task was
///   cancelled.
public struct SyncService: Sendable {
    let purser: Purser

    /// Lists the records that changed since a version, each once, the earliest change first.
    ///
    /// `cursor`: That of the last answer; 0 for everything from the start. `kinds`: The words of
    /// kinds; every kind that the token may read when empty. `limit`: How many at most, 1...500;
    /// 200 unless said.
    public func changes(
        since cursor: Int64 = 0,
        kinds: [String] = [],
        limit: Int64? = nil
    ) async throws -> API.Sync.ChangesResponse {
        try await purser.call(
            API.Sync.listChanges,
            API.Sync.ChangesRequest(
                since: cursor,
                kinds: kinds.isEmpty ? nil : kinds.joined(separator: ","),
                limit: limit
            )
        )
    }

    /// A record as it is now, also that it was removed.
    public func get<Subject, Value>(
        _ kind: SyncKind<Subject, Value>,
        _ id: ID<Subject>
    ) async throws -> SyncRecord<Subject, Value> {
        try await purser.call(kind.get, SyncReference(id))
    }

    /// Makes a record, or changes it.
    ///
    /// `version`: That of which the change was made; `nil` for a record that is new.
    @discardableResult
    public func put<Subject, Value>(
        _ kind: SyncKind<Subject, Value>,
        _ id: ID<Subject>,
        _ value: Value,
        of version: Int64?
    ) async throws -> SyncRecord<Subject, Value> {
        let write = version.map { SyncWrite(id, value, ifMatch: VersionTag($0)) }
        return try await purser.call(kind.put, write ?? SyncWrite(new: id, value))
    }

    /// Removes a record; those of some kinds are not removed, and refused here.
    ///
    /// `version`: That which is to be removed.
    @discardableResult
    public func delete<Subject, Value>(
        _ kind: SyncKind<Subject, Value>,
        _ id: ID<Subject>,
        of version: Int64
    ) async throws -> SyncRecord<Subject, Value> {
        guard let endpoint = kind.delete else {
            throw PurserError(.forbidden, "Records of the kind \(kind.name) are not removed")
        }
        return try await purser.call(endpoint, SyncRemoval(id, ifMatch: VersionTag(version)))
    }
}
