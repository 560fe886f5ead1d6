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
            let record = try Members.find(member, in: session).orNotFound()
            let household = try Households.named(record.household, in: session)
            let world = try Accounts.world(of: household, in: session)
            let account = AccountRecord(kind, named: name, in: household, of: member, call)
            try Accounts.insert(account, in: session)
            return (account.id, world.id)
        }
    }
}

extension AccountRecord {
    /// An account that is opened now, for the household's currency; without a member it is the
    /// household's own.
    init(
        _ kind: AccountKind,
        named name: String,
        in household: HouseholdRecord,
        of member: ID<Entity.Member>? = nil,
        _ call: Call
    ) {
        self.init(
            id: call.newID(),
            household: household.id,
            member: member,
            kind: kind,
            name: name,
            currency: household.currency,
            createdAt: call.now
        )
    }
}

extension Accounts {
    /// The account outside a household, from which its money comes and to which it goes.
    static func world(
        of household: HouseholdRecord,
        in session: any Session
    ) throws -> AccountRecord {
        try world(of: household.id, currency: household.currency, in: session)
            .orCorrupt("a household has no World account")
    }
}
