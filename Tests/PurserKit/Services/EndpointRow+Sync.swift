import Contract
import PurserKit

extension EndpointRow {
    /// The methods of records that devices copy.
    static let sync: [EndpointRow] =
        [
            EndpointRow(API.Sync.listChanges) { app, input in
                let kinds = input.kinds?.split(separator: ",").map(String.init) ?? []
                return try await app.sync.changes(since: input.since ?? 0, kinds: kinds)
            }
        ] + rows(API.Sync.rule) + rows(API.Sync.geofence) + rows(API.Sync.child)
        + rows(API.Sync.chore) + rows(API.Sync.policy) + rows(API.Sync.goal)
        + rows(API.Sync.card) + rows(API.Sync.preferences) + rows(API.Sync.transactionEdit)

    private static func rows<Subject, Value>(
        _ kind: SyncKind<Subject, Value>
    ) -> [EndpointRow] {
        let rows = [
            EndpointRow(kind.get) { try await $0.sync.get(kind, $1.id) },
            EndpointRow(kind.put) { app, input in
                let version = input.ifMatch?.version
                return try await app.sync.put(kind, input.id, input.value, of: version)
            },
        ]
        guard let delete = kind.delete else { return rows }
        let removal = EndpointRow(delete) { app, input in
            let version = input.ifMatch?.version ?? 0
            return try await app.sync.delete(kind, input.id, of: version)
        }
        return rows + [removal]
    }
}
