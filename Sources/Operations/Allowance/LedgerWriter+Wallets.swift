import Kernel
import Ledger
import SQL
import Store

extension LedgerWriter {
    /// The account outside the household.
    func world() throws -> AccountRecord { try Accounts.world(of: household, in: session) }

    /// The account from which allowances, rewards and gifts are paid: the pool, if it has a set
    /// balance, else the World.
    func payer() throws -> AccountRecord {
        try Pools.find(of: household.id, in: session) ?? world()
    }

    /// Moves money into a child's wallet, out of it, or between it and a jar.
    ///
    /// `author` is who moves it; `nil` for what happens by itself.
    ///
    /// - Throws: ``PostingRefusal``; `insufficientFunds` when `source` may not be overdrawn and
    ///   holds less.
    mutating func move(
        _ amount: Money,
        from source: ID<Entity.Account>,
        to target: ID<Entity.Account>,
        as kind: Transfer.Kind,
        _ text: String,
        by author: ID<Entity.Member>?,
        _ call: Call
    ) throws -> ID<Entity.Transfer> {
        try record(
            NewTransfer(
                debitAccount: source,
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
