public import Contract
import Kernel
import Ledger
import SQL
import Store

extension AllowanceOperations {
    /// Puts money into a child's wallet, or takes some out.
    ///
    /// It comes from outside the household and goes there, never from or to what is set aside for
    /// allowances.
    ///
    /// - Throws: ``Problem`` `notFound` when the family has no such child, `insufficientFunds` when
    ///   the wallet holds less; `unauthenticated`; ``ReplayedAnswer``; `DatabaseError`.
    public func createWalletTransaction(
        _ input: API.Allowance.CreateTransactionRequest,
        _ call: Call
    ) async throws -> API.Allowance.TransactionResponse {
        try await writing(call) { session, membership in
            let child = try Self.profile(input.childID, seenBy: membership, in: session)
            var ledger = try LedgerWriter(membership.head, catalogue, in: session)
            let transfer = try ledger.move(input, child, by: membership.member, call)
            let movement = try WalletMovements.find(transfer, of: child.id, in: session)
                .orCorrupt("a movement was made and is not there")
            return API.Allowance.TransactionResponse(movement, of: child.id)
        }
    }
}

extension LedgerWriter {
    fileprivate mutating func move(
        _ input: API.Allowance.CreateTransactionRequest,
        _ child: ChildProfile,
        by author: ID<Entity.Member>,
        _ call: Call
    ) throws -> ID<Entity.Transfer> {
        let world = try world().id
        let wallet = child.wallet
        let text = input.description
        switch input.type {
        case .credit:
            let amount = Money(minor: input.amount.minor, currency: child.balance.currency)
            return try move(amount, from: world, to: wallet, as: .deposit, text, by: author, call)
        case .debit:
            return try move(
                input.amount.minor,
                from: wallet,
                to: world,
                as: .withdrawal,
                text,
                by: author,
                call
            )
        }
    }
}
