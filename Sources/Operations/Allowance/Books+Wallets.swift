import Kernel
import Ledger
import SQL
import Store

extension Books {
    /// The account outside the household, from which money comes and to which it goes.
    func world() throws -> AccountRecord {
        let currency = household.currency
        guard let world = try Accounts.world(of: household.id, currency: currency, in: session)
        else { throw DatabaseError(.corrupt, "a household has no World account") }
        return world
    }

    /// The account from which allowances, rewards and gifts are paid: the pool, if it has a set
    /// balance, else the World.
    func payer() throws -> AccountRecord {
        try Pools.find(of: household.id, in: session) ?? world()
    }

    /// Moves money into a child's wallet.
    ///
    /// `author` is who moves it; `nil` for what happens by itself.
    ///
    /// - Throws: ``PostingRefusal``.
    mutating func credit(
        _ wallet: ID<Entity.Account>,
        _ amount: Money,
        from source: ID<Entity.Account>,
        as kind: Transfer.Kind,
        _ text: String,
        by author: ID<Entity.Member>?,
        _ call: Call
    ) throws -> ID<Entity.Transfer> {
        try record(
            NewTransfer(
                debitAccount: source,
                creditAccount: wallet,
                amount: amount,
                kind: kind,
                details: Transfer.Details(text: text),
                author: author,
                occurredAt: call.now
            ),
            call
        )
    }

    /// Moves money out of a child's wallet.
    ///
    /// `author` is who moves it; `nil` for what happens by itself.
    ///
    /// - Throws: ``PostingRefusal`` `insufficientFunds` when the wallet holds less.
    mutating func debit(
        _ wallet: ID<Entity.Account>,
        _ amount: Money,
        to target: ID<Entity.Account>,
        as kind: Transfer.Kind,
        _ text: String,
        by author: ID<Entity.Member>?,
        _ call: Call
    ) throws -> ID<Entity.Transfer> {
        try record(
            NewTransfer(
                debitAccount: wallet,
                creditAccount: target,
                amount: amount,
                kind: kind,
                details: Transfer.Details(text: text),
                author: author,
                occurredAt: call.now
            ),
            call
        )
    }
}
