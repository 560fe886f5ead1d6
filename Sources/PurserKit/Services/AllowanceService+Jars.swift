public import Contract
public import Kernel

extension AllowanceService {
    /// Shows what a child has in its wallet, saved and put aside to be given.
    public func getJars(childID: ID<Entity.Child>) async throws -> API.Allowance.JarsResponse {
        try await purser.call(API.Allowance.getJars, .init(childID: childID))
    }

    /// Sets how each of a child's allowances is shared between its jars from now on.
    ///
    /// The parts are in per cent, and make 100 together.
    @discardableResult
    public func setSplit(
        childID: ID<Entity.Child>,
        spend: Int,
        save: Int,
        give: Int
    ) async throws -> Written<API.Allowance.JarsResponse> {
        try await purser.write(
            API.Allowance.setSplit,
            .init(childID: childID, spend: spend, save: save, give: give)
        )
    }

    /// Moves a child's money between jars; a child itself may only save or put aside to give.
    ///
    /// The amount is in units of the household's currency.
    @discardableResult
    public func moveBetweenJars(
        childID: ID<Entity.Child>,
        from: API.Allowance.Jar,
        to: API.Allowance.Jar,
        amount: DecimalAmount
    ) async throws -> Written<API.Allowance.JarsResponse> {
        try await purser.write(
            API.Allowance.moveBetweenJars,
            .init(childID: childID, from: from, to: to, amount: amount)
        )
    }
}
