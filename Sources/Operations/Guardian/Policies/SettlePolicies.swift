import Guardian
import Kernel
import SQL
import Store

extension GuardianOperations {
    /// Lets changes of policies, and of how long these wait, take effect that are due.
    ///
    /// The longest due first, and only so many households at once, each in a transaction of its
    /// own. Several processes may do this side by side: what one of them settled stays settled.
    /// The failure of one household does not stop the others.
    ///
    /// - Returns: How many took effect.
    /// - Throws: `DatabaseError`, the first one, after all were tried.
    @discardableResult
    public func settlePolicies(_ call: Call) async throws -> Int {
        let households = try await database.read { session in
            let most = Limits.policyChangesDue
            let policies = try Policies.due(at: call.now, most: most, in: session)
            let hours = try PolicyFriction.due(at: call.now, most: most, in: session)
            var seen: Set<ID<Entity.Household>> = []
            return (policies + hours).filter { seen.insert($0).inserted }
        }
        var (count, failure): (Int, (any Error)?) = (0, nil)
        for household in households where !Task.isCancelled {
            do {
                count += try await settlePolicies(of: household, call)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return count
    }

    private func settlePolicies(
        of household: ID<Entity.Household>,
        _ call: Call
    ) async throws -> Int {
        let count = try await database.write { session in
            var book = try PolicyBook(self, of: household, call, in: session)
            return try book.settle()
        }
        if count > 0 {
            eventSignal.wake(household)
            notificationSignal.wake()
        }
        return count
    }
}

extension PolicyBook {
    /// Lets what is due of the household take effect.
    ///
    /// - Returns: How many changes did.
    mutating func settle() throws -> Int {
        let due = try Policies.waiting(of: household, in: session).filter { record in
            record.pending.map { $0.takesEffectAt <= call.now } ?? false
        }
        for record in due { _ = try settled(record) }
        let start = head
        _ = try settledFriction()
        return due.count + (head == start ? 0 : 1)
    }
}
