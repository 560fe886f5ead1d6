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
            guard let movement = try WalletMovements.find(transfer, of: child.id, in: session)
            else { throw DatabaseError(.corrupt, "a movement was made and is not there") }
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
        let amount = Money(minor: input.amount.minor, currency: child.balance.currency)
        let world = try world().id
        let wallet = child.wallet
        let text = input.description
        switch input.type {
        case .credit:
            return try move(amount, from: world, to: wallet, as: .deposit, text, by: author, call)
        case .debit:
            try requireFunds(amount, in: wallet)
            return try move(
                amount,
                from: wallet,
                to: world,
                as: .withdrawal,
                text,
                by: author,
                call
            )
        }
    }

    /// Makes sure that an amount may leave a wallet.
    ///
    /// - Throws: ``Problem`` `insufficientFunds`.
    private func requireFunds(_ amount: Money, in wallet: ID<Entity.Account>) throws {
        guard let account = try Accounts.find(wallet, of: household.id, in: session) else {
            throw DatabaseError(.corrupt, "a child has no wallet")
        }
        let available = Money(minor: account.totals.availableMinor, currency: account.currency)
        guard amount.minor <= available.minor else {
            throw Problem.insufficientFunds(available: available, requested: amount)
        }
    }
}
