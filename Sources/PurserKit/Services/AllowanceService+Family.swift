public import Contract
public import Kernel

extension AllowanceService {
    /// Registers a child of the caller's family, with an empty wallet.
    ///
    /// The allowance is in units of the household's currency.
    @discardableResult
    public func registerChild(
        email: String,
        password: String,
        firstName: String,
        lastName: String,
        weeklyAllowance: DecimalAmount
    ) async throws -> API.Allowance.ChildResponse {
        try await purser.call(
            API.Allowance.registerChild,
            .init(
                email: email,
                password: Password(password),
                firstName: firstName,
                lastName: lastName,
                weeklyAllowance: weeklyAllowance
            )
        )
    }

    /// Shows the caller's family.
    public func currentFamily() async throws -> API.Allowance.FamilyResponse {
        try await purser.call(API.Allowance.currentFamily)
    }

    /// Lists the family's parents and children; a child sees the parents and itself.
    public func familyMembers() async throws -> API.Allowance.FamilyMembersResponse {
        try await purser.call(API.Allowance.familyMembers)
    }

    /// Lists the family's children with their wallets; a child sees itself.
    public func familyChildren() async throws -> API.Allowance.FamilyChildrenResponse {
        try await purser.call(API.Allowance.familyChildren)
    }

    /// Shows a child with its wallet and its allowance.
    public func getChild(
        childID: ID<Entity.Child>
    ) async throws -> API.Allowance.ChildDetailResponse {
        try await purser.call(API.Allowance.getChild, .init(childID: childID))
    }

    /// Takes a child out of the family; what its wallet holds returns to the household.
    public func removeChild(childID: ID<Entity.Child>) async throws {
        _ = try await purser.call(API.Allowance.removeChild, .init(childID: childID))
    }

    /// Takes an invited parent out of the family; what the parent did stays in its records.
    ///
    /// Later than five minutes after the sign-in the password is needed, or a code of the second
    /// factor. The sessions of who removes itself end, too.
    public func removeParent(
        memberID: ID<Entity.Member>,
        password: String? = nil,
        code: String? = nil
    ) async throws {
        _ = try await purser.call(
            API.Allowance.removeParent,
            .init(memberID: memberID, password: password.map { Password($0) }, code: code)
        )
    }

    /// Shows parents their children, with what their wallets hold.
    public func parentDashboard() async throws -> API.Allowance.ParentDashboardResponse {
        try await purser.call(API.Allowance.parentDashboard)
    }

    /// Shows a child its wallet, its allowance and what moved lately.
    public func childDashboard() async throws -> API.Allowance.ChildDashboardResponse {
        try await purser.call(API.Allowance.childDashboard)
    }
}
