public import Contract
import Kernel
import Ledger
import SQL
import Store

/// How records of one kind are read and written: the whole of what a kind declares.
public struct CopiedRecords<Subject, Value: SyncValue>: Sendable {
    /// Its endpoints.
    public let endpoints: SyncKind<Subject, Value>
    let kind: RecordKind
    /// A value in the form in which it is kept.
    var normalised: @Sendable (Value) -> Value = { $0 }
    /// What is wanted, with that of the standing value which is told and cannot be set.
    var telling: @Sendable (_ wanted: Value, _ standing: Value) -> Value = { wanted, _ in wanted }
    /// What a record holds; `nil` where there is none.
    let find: @Sendable (ID<Subject>, CopyDesk) throws -> Value?
    /// Refuses who may not make a value, or may not change it: the first is `nil` for a new one,
    /// the second where it is to be removed.
    let permit:
        @Sendable (ID<Subject>, _ standing: Value?, _ wanted: Value?, CopyDesk) throws -> Void
    /// Makes a record, with its link.
    let create: @Sendable (ID<Subject>, Value, CopyDesk) throws -> Void
    /// Changes a record, with its links.
    let change: @Sendable (ID<Subject>, _ standing: Value, _ wanted: Value, CopyDesk) throws -> Void
    /// Removes a record, with its link; `nil` for a kind of which devices remove none.
    var remove: (@Sendable (ID<Subject>, _ standing: Value, CopyDesk) throws -> Void)?
    /// Wakes who else than the household's streams is told of a change, once it is committed.
    var wake: @Sendable (Call) -> Void = { _ in }
}

/// A kind as the feed reads it.
protocol CopiedReading: Sendable {
    var kind: RecordKind { get }
    /// What a token must have been given to read it.
    var scope: APIScopes { get }
    /// What a record holds, as JSON.
    func json(of id: String, _ desk: CopyDesk) throws -> JSON?
}

extension CopiedRecords: CopiedReading {
    var scope: APIScopes { endpoints.get.scope }

    func json(of id: String, _ desk: CopyDesk) throws -> JSON? {
        try ID<Subject>(id).flatMap { try find($0, desk) }
            .map { try JSONParser.parse(WireEncoder.bytes($0)) }
    }
}
