import Contract
public import Kernel
public import Ledger
import SQL
import Store

extension LedgerOperations {
    /// Opens a ledger account for a member.
    ///
    /// - Returns: The id of the account, and of the World account its money comes from and goes to.
    /// - Throws: ``Problem`` `notFound`; `DatabaseError`.
    public func openAccount(
        _ kind: AccountKind,
        named name: String,
        of member: ID<Entity.Member>,
        _ call: Call
    ) async throws -> (account: ID<Entity.Account>, world: ID<Entity.Account>) {
        try await database.write { session in
            guard let record = try Members.find(member, in: session) else {
                throw Problem(.notFound)
            }
            let household = try IdentityOperations.household(of: record, in: session)
            guard
                let world = try Accounts.world(
                    of: household.id,
                    currency: household.currency,
                    in: session
                )
            else { throw DatabaseError(.corrupt, "a household has no World account") }
            let account = AccountRecord(
                id: call.newID(),
                household: household.id,
                member: member,
                kind: kind,
                name: name,
                currency: household.currency,
                createdAt: call.now
            )
            try Accounts.insert(account, in: session)
            return (account.id, world.id)
        }
    }
}
