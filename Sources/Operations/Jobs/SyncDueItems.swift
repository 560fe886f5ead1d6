import Kernel
import SQL
import Store

/// What came of one round of reading items that are due.
public struct SyncReport: Sendable, Equatable {
    /// Items that were read, or given up at their provider.
    public var done = 0
    /// Items whose provider did not tell everything.
    public var failed = 0
    /// What went wrong here, in words for the operator's log.
    public var failures: [String] = []
}

extension BankingOperations {
    /// Reads items that were not read for long or have news, gives up those that were unlinked, and
    /// withdraws what unlinked accounts still have.
    ///
    /// The longest due first, and only so many at once. Several processes may do this side by side:
    /// an item is read by one of them. One failure does not stop the others.
    ///
    /// - Throws: `DatabaseError` when what is due cannot be read.
    @discardableResult
    public func syncDueItems(_ call: Call) async throws -> SyncReport {
        let (items, clearing) = try await database.read { session in
            (
                try BankItems.due(at: call.now, in: session),
                try BankAccounts.clearing(most: Limits.bankItemsDue, in: session)
            )
        }
        var report = SyncReport()
        for account in clearing where !Task.isCancelled {
            await report.note("account \(account.account)") {
                try await clear(account.account, call)
                return true
            }
        }
        for item in items where !Task.isCancelled {
            await report.note("item \(item.id)") {
                if item.state == .removed { return try await giveUp(item, call) }
                // Who reads it already needs no help, and waiting would hold up the others.
                if item.isLeased(at: call.now) { return true }
                guard case .synced = try await sync(item.id, .changes, call) else { return false }
                return true
            }
        }
        return report
    }
}

extension SyncReport {
    fileprivate mutating func note(_ subject: String, _ work: () async throws -> Bool) async {
        do {
            if try await work() { done += 1 } else { failed += 1 }
        } catch {
            failures.append("\(subject): \(error)")
        }
    }
}
