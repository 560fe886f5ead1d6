import SQL

extension OfflineQueue {
    /// Reads what there is of the member; `none` when nobody is signed in or nothing was ever kept.
    func read<R: Sendable>(
        _ none: R,
        _ work: @escaping @Sendable (String, any Session) throws -> R
    ) async throws -> R {
        guard let owner = try await client.keeper.owner(), client.store.mayHoldSomething else {
            return none
        }
        let database = try await client.store.database()
        return try await stored("The queue could not be read") {
            try await database.read { try work(owner, $0) }
        }
    }

    /// Changes what there is of the member.
    func change(
        _ work: @escaping @Sendable (String, any Session) throws -> Bool
    ) async throws -> Bool {
        guard let owner = try await client.keeper.owner(), client.store.mayHoldSomething else {
            return false
        }
        return try await write { try work(owner, $0) }
    }

    /// Runs a transaction.
    @discardableResult
    func write<R: Sendable>(
        _ work: @escaping @Sendable (any Session) throws -> R
    ) async throws -> R {
        let database = try await client.store.database()
        return try await stored("The queue could not be written") {
            try await database.write(work)
        }
    }
}
