public import Contract
public import Kernel

/// What ``SyncService`` does: records of which devices keep copies.
///
/// Code of an app that takes this, and not the service itself, has a stand-in in its tests. Each
/// requirement is the service's own by that name; arguments that it may leave out are named here.
public protocol SyncServing: Sendable {
    func changes(
        since cursor: Int64,
        kinds: [String],
        limit: Int64?
    ) async throws -> API.Sync.ChangesResponse
    func get<Subject, Value>(
        _ kind: SyncKind<Subject, Value>,
        _ id: ID<Subject>
    ) async throws -> SyncRecord<Subject, Value>
    @discardableResult
    func put<Subject, Value>(
        _ kind: SyncKind<Subject, Value>,
        _ id: ID<Subject>,
        _ value: Value,
        of version: Int64?
    ) async throws -> SyncRecord<Subject, Value>
    @discardableResult
    func delete<Subject, Value>(
        _ kind: SyncKind<Subject, Value>,
        _ id: ID<Subject>,
        of version: Int64
    ) async throws -> SyncRecord<Subject, Value>
}

extension SyncService: SyncServing {}
