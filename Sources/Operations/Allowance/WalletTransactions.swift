public import Contract
import Kernel
import Ledger
import Store

extension AllowanceOperations {
    /// Lists what moved in a child's wallet, newest first.
    ///
    /// Numbers of rows outside of their range are taken as the nearest in it, and the answer shows
    /// what was taken.
    ///
    /// - Throws: ``Problem`` `notFound` when the caller may not see such a child;
    ///   `unauthenticated`; `DatabaseError`.
    public func walletTransactions(
        _ input: API.Allowance.TransactionListRequest,
        _ call: Call
    ) async throws -> API.Allowance.TransactionListResponse {
        let asked = input.limit?.value ?? Limits.pageRowsUsual
        let limit = min(max(asked, 1), Limits.pageRowsMost)
        let offset = max(input.offset?.value ?? 0, 0)
        return try await reading(call) { session, membership in
            let child = try Self.profile(input.childID, seenBy: membership, in: session)
            let total = try WalletMovements.count(of: child.id, in: session)
            // Beyond the last there is nothing to walk to.
            let movements =
                offset < total
                ? try WalletMovements.list(
                    of: child.id,
                    limit: Int(limit),
                    offset: offset,
                    in: session
                ) : []
            return API.Allowance.TransactionListResponse(
                childID: child.id,
                totalCount: total,
                limit: limit,
                offset: offset,
                transactions: movements.map {
                    API.Allowance.TransactionResponse($0, of: child.id)
                }
            )
        }
    }
}

extension API.Allowance.TransactionResponse {
    /// A movement as families see it.
    init(_ movement: WalletMovement, of child: ID<Entity.Child>) {
        self.init(
            id: movement.transfer,
            childID: child,
            amount: DecimalAmount(minor: movement.amountMinor),
            type: movement.isCredit ? .credit : .debit,
            description: movement.text ?? movement.merchant ?? movement.kind.title,
            balanceAfter: DecimalAmount(minor: movement.balanceAfterMinor),
            createdBy: movement.author ?? ID(.zero),
            createdByName: movement.authorName,
            createdAt: WireTimestamp(movement.createdAt)
        )
    }
}

extension WalletMovement {
    /// First and last name, else the e-mail address; `System` for what happened by itself.
    fileprivate var authorName: String {
        guard author != nil else { return "System" }
        return shownName(authorFirstName, authorLastName) ?? authorEmail ?? ""
    }
}
