public import Contract
public import Kernel

extension AllowanceService {
    /// Tells what a child's wallet holds.
    public func walletBalance(
        childID: ID<Entity.Child>
    ) async throws -> API.Allowance.BalanceResponse {
        try await purser.call(API.Allowance.walletBalance, .init(childID: childID))
    }

    /// Lists what moved in a child's wallet, newest first.
    public func walletTransactions(
        childID: ID<Entity.Child>,
        limit: Int64? = nil,
        offset: Int64? = nil
    ) async throws -> API.Allowance.TransactionListResponse {
        try await purser.call(
            API.Allowance.walletTransactions,
            .init(
                childID: childID,
                limit: limit.map(PageNumber.init),
                offset: offset.map(PageNumber.init)
            )
        )
    }

    /// Puts money into a child's wallet, or takes some out.
    ///
    /// The amount is in units of the household's currency.
    @discardableResult
    public func createWalletTransaction(
        childID: ID<Entity.Child>,
        amount: DecimalAmount,
        type: API.Allowance.TransactionType,
        description: String
    ) async throws -> Written<API.Allowance.TransactionResponse> {
        try await purser.write(
            API.Allowance.createWalletTransaction,
            .init(childID: childID, amount: amount, type: type, description: description)
        )
    }

    /// Changes a child's allowance; what is owed up to today is paid as it was.
    ///
    /// The allowance is in units of the household's currency.
    @discardableResult
    public func updateAllowance(
        childID: ID<Entity.Child>,
        weeklyAllowance: DecimalAmount
    ) async throws -> Written<API.Allowance.UpdateAllowanceResponse> {
        try await purser.write(
            API.Allowance.updateAllowance,
            .init(childID: childID, weeklyAllowance: weeklyAllowance)
        )
    }
}
