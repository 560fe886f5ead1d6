public import Contract
public import Kernel

/// What ``AllowanceService`` does: children, wallets and allowances.
///
/// Code of an app that takes this, and not the service itself, has a stand-in in its tests. Each
/// requirement is the service's own by that name; arguments that it may leave out are named here.
public protocol AllowanceServing: Sendable {
    func listChores(
        childID: ID<Entity.Child>,
        state: API.Allowance.ChoreState?
    ) async throws -> API.Allowance.ChoreListResponse
    @discardableResult
    func assignChore(
        childID: ID<Entity.Child>,
        title: String,
        reward: DecimalAmount
    ) async throws -> Written<API.Allowance.ChoreResponse>
    @discardableResult
    func finishChore(
        choreID: ID<Entity.Chore>
    ) async throws -> Written<API.Allowance.ChoreResponse>
    @discardableResult
    func approveChore(
        choreID: ID<Entity.Chore>
    ) async throws -> Written<API.Allowance.ChoreResponse>
    @discardableResult
    func rejectChore(
        choreID: ID<Entity.Chore>,
        reason: String
    ) async throws -> Written<API.Allowance.ChoreResponse>
    @discardableResult
    func deleteChore(choreID: ID<Entity.Chore>) async throws -> Written<Empty>
    @discardableResult
    func registerChild(
        email: String,
        password: String,
        firstName: String,
        lastName: String,
        weeklyAllowance: DecimalAmount
    ) async throws -> API.Allowance.ChildResponse
    func currentFamily() async throws -> API.Allowance.FamilyResponse
    func familyMembers() async throws -> API.Allowance.FamilyMembersResponse
    func familyChildren() async throws -> API.Allowance.FamilyChildrenResponse
    func getChild(
        childID: ID<Entity.Child>
    ) async throws -> API.Allowance.ChildDetailResponse
    func removeChild(childID: ID<Entity.Child>) async throws
    func removeParent(
        memberID: ID<Entity.Member>,
        password: String?,
        code: String?
    ) async throws
    func parentDashboard() async throws -> API.Allowance.ParentDashboardResponse
    func childDashboard() async throws -> API.Allowance.ChildDashboardResponse
    func listGoals(
        childID: ID<Entity.Child>
    ) async throws -> API.Allowance.GoalListResponse
    @discardableResult
    func createGoal(
        childID: ID<Entity.Child>,
        name: String,
        targetAmount: DecimalAmount
    ) async throws -> Written<API.Allowance.GoalResponse>
    @discardableResult
    func updateGoal(
        goalID: ID<Entity.Goal>,
        name: String,
        targetAmount: DecimalAmount
    ) async throws -> Written<API.Allowance.GoalResponse>
    @discardableResult
    func deleteGoal(goalID: ID<Entity.Goal>) async throws -> Written<Empty>
    func getJars(childID: ID<Entity.Child>) async throws -> API.Allowance.JarsResponse
    @discardableResult
    func setSplit(
        childID: ID<Entity.Child>,
        spend: Int,
        save: Int,
        give: Int
    ) async throws -> Written<API.Allowance.JarsResponse>
    @discardableResult
    func moveBetweenJars(
        childID: ID<Entity.Child>,
        from: API.Allowance.Jar,
        to: API.Allowance.Jar,
        amount: DecimalAmount
    ) async throws -> Written<API.Allowance.JarsResponse>
    func listMoneyRequests(
        state: API.Allowance.MoneyRequestState?
    ) async throws -> API.Allowance.MoneyRequestListResponse
    @discardableResult
    func requestMoney(
        amount: DecimalAmount,
        purpose: String
    ) async throws -> Written<API.Allowance.MoneyRequestResponse>
    @discardableResult
    func approveMoneyRequest(
        requestID: ID<Entity.MoneyRequest>,
        message: String?
    ) async throws -> Written<API.Allowance.MoneyRequestResponse>
    @discardableResult
    func declineMoneyRequest(
        requestID: ID<Entity.MoneyRequest>,
        message: String?
    ) async throws -> Written<API.Allowance.MoneyRequestResponse>
    func getPool() async throws -> API.Allowance.PoolResponse
    @discardableResult
    func setPool(
        balance: DecimalAmount?
    ) async throws -> Written<API.Allowance.PoolResponse>
    @discardableResult
    func depositToPool(
        amount: DecimalAmount
    ) async throws -> Written<API.Allowance.PoolResponse>
    func getSchedule(
        childID: ID<Entity.Child>
    ) async throws -> API.Allowance.ScheduleResponse
    @discardableResult
    func setSchedule(
        childID: ID<Entity.Child>,
        frequency: API.Allowance.Frequency,
        weekday: API.Allowance.Weekday?,
        dayOfMonth: Int64?,
        amount: DecimalAmount?
    ) async throws -> Written<API.Allowance.ScheduleResponse>
    @discardableResult
    func pauseSchedule(
        childID: ID<Entity.Child>,
        reason: String
    ) async throws -> Written<API.Allowance.ScheduleResponse>
    @discardableResult
    func resumeSchedule(
        childID: ID<Entity.Child>
    ) async throws -> Written<API.Allowance.ScheduleResponse>
    func walletBalance(
        childID: ID<Entity.Child>
    ) async throws -> API.Allowance.BalanceResponse
    func walletTransactions(
        childID: ID<Entity.Child>,
        limit: Int64?,
        offset: Int64?
    ) async throws -> API.Allowance.TransactionListResponse
    @discardableResult
    func createWalletTransaction(
        childID: ID<Entity.Child>,
        amount: DecimalAmount,
        type: API.Allowance.TransactionType,
        description: String
    ) async throws -> Written<API.Allowance.TransactionResponse>
    @discardableResult
    func updateAllowance(
        childID: ID<Entity.Child>,
        weeklyAllowance: DecimalAmount
    ) async throws -> Written<API.Allowance.UpdateAllowanceResponse>
}

extension AllowanceService: AllowanceServing {}
