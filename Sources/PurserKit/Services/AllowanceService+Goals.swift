public import Contract
public import Kernel

extension AllowanceService {
    /// Lists what a child saves for, and how far its savings reach.
    public func listGoals(
        childID: ID<Entity.Child>
    ) async throws -> API.Allowance.GoalListResponse {
        try await purser.call(API.Allowance.listGoals, .init(childID: childID))
    }

    /// Sets something a child is to save for.
    ///
    /// The amount is in units of the household's currency.
    @discardableResult
    public func createGoal(
        childID: ID<Entity.Child>,
        name: String,
        targetAmount: DecimalAmount
    ) async throws -> Written<API.Allowance.GoalResponse> {
        try await purser.write(
            API.Allowance.createGoal,
            .init(childID: childID, name: name, targetAmount: targetAmount)
        )
    }

    /// Changes what a goal is or costs; its place among the others stays.
    ///
    /// The amount is in units of the household's currency.
    @discardableResult
    public func updateGoal(
        goalID: ID<Entity.Goal>,
        name: String,
        targetAmount: DecimalAmount
    ) async throws -> Written<API.Allowance.GoalResponse> {
        try await purser.write(
            API.Allowance.updateGoal,
            .init(goalID: goalID, name: name, targetAmount: targetAmount)
        )
    }

    /// Removes a goal; what was saved stays saved.
    @discardableResult
    public func deleteGoal(goalID: ID<Entity.Goal>) async throws -> Written<Empty> {
        try await purser.write(API.Allowance.deleteGoal, .init(goalID: goalID))
    }
}
