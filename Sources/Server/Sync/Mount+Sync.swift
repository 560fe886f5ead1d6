import Contract
import Operations

extension Mount {
    /// Serves what devices copy.
    mutating func serveSync(_ sync: SyncOperations) {
        serve(API.Sync.listChanges, sync.listChanges)
        serve(SyncOperations.rules, by: sync)
        serve(SyncOperations.geofences, by: sync)
        serve(sync.children, by: sync)
        serve(sync.chores, by: sync)
        serve(sync.policies, by: sync)
        serve(SyncOperations.goals, by: sync)
        serve(SyncOperations.cards, by: sync)
        serve(SyncOperations.preferences, by: sync)
        serve(sync.transactionEdits, by: sync)
    }

    private mutating func serve<Subject, Value>(
        _ records: CopiedRecords<Subject, Value>,
        by sync: SyncOperations
    ) {
        serve(records.endpoints.get) { try await sync.get(records, $0, $1) }
        serve(records.endpoints.put) { try await sync.put(records, $0, $1) }
        if let endpoint = records.endpoints.delete {
            serve(endpoint) { try await sync.delete(records, $0, $1) }
        }
    }
}
