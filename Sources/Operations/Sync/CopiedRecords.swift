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
    /// What the records of these ids hold, in any order; nothing of those that are not there.
    ///
    /// The values of a page are read at once: how many statements that takes does not follow how
    /// many records there are.
    let list: @Sendable ([ID<Subject>], CopyDesk) throws -> [(id: ID<Subject>, value: Value)]
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
    /// What the records of these ids hold, as JSON; nothing of those that are not there.
    func json(of ids: [String], _ desk: CopyDesk) throws -> [String: SyncJSON]
}

extension CopiedRecords: CopiedReading {
    var scope: APIScopes { endpoints.get.scope }

    func json(of ids: [String], _ desk: CopyDesk) throws -> [String: SyncJSON] {
        var values: [String: SyncJSON] = [:]
        for (id, value) in try list(ids.compactMap { ID($0) }, desk) {
            values[id.text] = try SyncJSON(encoding: value)
        }
        return values
    }

    /// What a record holds; `nil` where there is none.
    func find(_ id: ID<Subject>, _ desk: CopyDesk) throws -> Value? {
        try list([id], desk).first?.value
    }
}
