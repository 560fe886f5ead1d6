import Kernel
import Providers
import SQL
import Store

extension BankingOperations {
    /// Gives up at its provider what an item was opened by before it was renewed.
    ///
    /// What does not succeed now is tried again by ``syncDueItems(_:)``.
    func giveUpFormer(of item: ID<Entity.BankItem>, _ call: Call) async {
        let due = try? await database.read { session in
            let renewed = try BankItems.find(item, in: session)
            return try BankItems.due(at: call.now, in: session).filter {
                $0.state == .removed && $0.member == renewed?.member
            }
        }
        for item in due ?? [] { _ = try? await giveUp(item, call) }
    }

    /// Gives an item up at its provider, and then forgets it.
    ///
    /// - Returns: Whether the provider knows; else it is tried again later.
    /// - Throws: `DatabaseError`.
    @discardableResult
    func giveUp(_ item: BankItemRecord, _ call: Call) async throws -> Bool {
        precondition(item.state == .removed, "only what was given up is given up at the provider")
        if item.provider == banks.provider.name.rawValue,
            let token = try? banks.sealer.open(item.sealedToken, item: item.providerItem)
        {
            do {
                try await banks.provider.remove(token, now: call.now)
            } catch {
                // Else it is not the provider's any more, or never was.
                if error.isRetryable {
                    try await postpone(item, error.code, call)
                    return false
                }
            }
        }
        try await database.write { session in try BankItems.delete(item.id, in: session) }
        return true
    }

    private func postpone(_ item: BankItemRecord, _ code: String, _ call: Call) async throws {
        try await database.write { session in
            guard var item = try BankItems.find(item.id, in: session) else { return }
            item.failures += 1
            item.errorCode = code
            item.lookAt = item.nextTry(call)
            try BankItems.save(item, in: session)
        }
    }
}

extension BankItemRecord {
    /// When it is read again after it failed: ever later, and not everybody's at once.
    func nextTry(_ call: Call) -> Timestamp {
        let doublings = min(max(failures - 1, 0), 16)
        let pause = min(
            Limits.bankRetryMilliseconds << Int64(doublings),
            Limits.bankRetryMostMilliseconds
        )
        return call.now.adding(milliseconds: pause + call.chance(upTo: pause / 4))
    }

    /// When it is read again by itself after it was read.
    func nextRead(_ call: Call) -> Timestamp {
        let pause = Limits.bankFreshMilliseconds
        return call.now.adding(milliseconds: pause - call.chance(upTo: pause / 8))
    }
}

extension Call {
    /// A number from zero up to a bound, by chance; ids are where chance comes from.
    fileprivate func chance(upTo most: Int64) -> Int64 {
        let digits = newID(Entity.BankItem.self).text.suffix(8)
        return (Int64(digits, radix: 16) ?? 0) % max(most, 1)
    }
}
