public import Contract

extension AllowanceService {
    /// Shows what allowances are paid from, and what could not be paid yet.
    public func getPool() async throws -> API.Allowance.PoolResponse {
        try await purser.call(API.Allowance.getPool)
    }

    /// Gives the pool a balance, or none so that it never runs dry; then pays what is owed.
    ///
    /// The balance is in units of the household's currency; without one it never runs dry.
    @discardableResult
    public func setPool(
        balance: DecimalAmount? = nil
    ) async throws -> Written<API.Allowance.PoolResponse> {
        try await purser.write(API.Allowance.setPool, .init(balance: balance))
    }

    /// Puts money into a pool that has a balance, and pays what is owed.
    ///
    /// The amount is in units of the household's currency.
    @discardableResult
    public func depositToPool(
        amount: DecimalAmount
    ) async throws -> Written<API.Allowance.PoolResponse> {
        try await purser.write(API.Allowance.depositToPool, .init(amount: amount))
    }
}
