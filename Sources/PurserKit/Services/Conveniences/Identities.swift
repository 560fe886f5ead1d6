public import Contract
public import Kernel

extension API.Guardian.Rule: Identifiable {}
extension API.Guardian.Geofence: Identifiable {}
extension API.Guardian.Approval: Identifiable {}
extension API.Guardian.FundingSource: Identifiable {}
extension API.Banking.User: Identifiable {}
extension API.Allowance.FamilyResponse: Identifiable {}
extension API.Allowance.TransactionResponse: Identifiable {}
extension API.Allowance.GoalResponse: Identifiable {}
extension API.Allowance.ChoreResponse: Identifiable {}
extension API.Allowance.MoneyRequestResponse: Identifiable {}
extension API.Rewards.CreditCard: Identifiable {}
extension API.Rewards.RewardCategory: Identifiable {}
extension API.Rewards.SpendingLimit: Identifiable {}
extension API.Rewards.CardRecommendation: Identifiable {}
extension API.Rewards.ChatMessage: Identifiable {}

extension API.Guardian.RuleProgress: Identifiable {
    /// The category: there is one limit for each.
    public var id: String { category }
}

extension API.Guardian.CategorySpend: Identifiable {
    /// The category.
    public var id: String { category }
}

extension API.Guardian.DaySpend: Identifiable {
    /// The day.
    public var id: GuardianTimestamp { day }
}

extension API.Guardian.MerchantSpend: Identifiable {
    /// The merchant.
    public var id: String { merchant }
}

extension API.Guardian.DecisionRow: Identifiable {
    /// The decision.
    public var id: ID<Entity.Decision> { decisionID }
}

extension API.Allowance.FamilyMember: Identifiable {
    /// The member.
    public var id: ID<Entity.Member> { userID }
}

extension API.Allowance.UserResponse: Identifiable {
    /// The member.
    public var id: ID<Entity.Member> { userID }
}

extension API.Allowance.FamilyChildItem: Identifiable {
    /// The child.
    public var id: ID<Entity.Child> { childID }
}

extension API.Allowance.ChildSummary: Identifiable {
    /// The child.
    public var id: ID<Entity.Child> { childID }
}

extension API.Allowance.ChildDetailResponse: Identifiable {
    /// The child.
    public var id: ID<Entity.Child> { childID }
}

extension API.Identity.AccountSession: Identifiable {
    /// The session.
    public var id: ID<Entity.Session> { sessionID }
}

extension API.Identity.AccountEvent: Identifiable {
    /// The event.
    public var id: ID<Entity.AuthEvent> { eventID }
}

extension API.Identity.Invitation: Identifiable {
    /// The invitation.
    public var id: ID<Entity.Invitation> { invitationID }
}

extension API.Identity.PasskeyResponse: Identifiable {
    /// The passkey.
    public var id: ID<Entity.Passkey> { passkeyID }
}
