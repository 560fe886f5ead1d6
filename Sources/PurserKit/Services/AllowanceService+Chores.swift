public import Contract
public import Kernel

extension AllowanceService {
    /// Lists the newest hundred tasks of a child, newest first.
    public func listChores(
        childID: ID<Entity.Child>,
        state: API.Allowance.ChoreState? = nil
    ) async throws -> API.Allowance.ChoreListResponse {
        try await purser.call(
            API.Allowance.listChores,
            .init(childID: childID, state: state)
        )
    }

    /// Assigns a task with a reward to a child.
    ///
    /// The reward is in units of the household's currency.
    @discardableResult
    public func assignChore(
        childID: ID<Entity.Child>,
        title: String,
        reward: DecimalAmount
    ) async throws -> Written<API.Allowance.ChoreResponse> {
        try await purser.write(
            API.Allowance.assignChore,
            .init(childID: childID, title: title, reward: reward)
        )
    }

    /// Says that a task is done, also after it was rejected; the child's own word.
    @discardableResult
    public func finishChore(
        choreID: ID<Entity.Chore>
    ) async throws -> Written<API.Allowance.ChoreResponse> {
        try await purser.write(API.Allowance.finishChore, .init(choreID: choreID))
    }

    /// Agrees that a task is done, and pays its reward into the child's wallet.
    @discardableResult
    public func approveChore(
        choreID: ID<Entity.Chore>
    ) async throws -> Written<API.Allowance.ChoreResponse> {
        try await purser.write(API.Allowance.approveChore, .init(choreID: choreID))
    }

    /// Does not agree that a task is done, and says why; the child may do it again.
    @discardableResult
    public func rejectChore(
        choreID: ID<Entity.Chore>,
        reason: String
    ) async throws -> Written<API.Allowance.ChoreResponse> {
        try await purser.write(
            API.Allowance.rejectChore,
            .init(choreID: choreID, reason: reason)
        )
    }

    /// Takes a task back that was not approved.
    @discardableResult
    public func deleteChore(choreID: ID<Entity.Chore>) async throws -> Written<Empty> {
        try await purser.write(API.Allowance.deleteChore, .init(choreID: choreID))
    }
}
