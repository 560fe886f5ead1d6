extension OAuthScope {
    /// What a person agrees to, as the end of the sentence "it may …".
    ///
    /// Staying signed in is always among it, because every client is given a refresh token. What
    /// may be changed may be read, and is said once.
    static func permissions(_ scopes: [OAuthScope]) -> [String] {
        let said = allCases.filter { scope in
            guard scope != .offlineAccess else { return true }
            let isLess = scopes.contains { $0 != scope && $0.api.isStrictSuperset(of: scope.api) }
            return scopes.contains(scope) && (scope.api.isEmpty || !isLess)
        }
        let words = said.map(\.permission)
        guard scopes.api.isEmpty else { return words }
        return words + ["see and change nothing of your household and its money"]
    }

    private var permission: String {
        switch self {
        case .openid: "know that it is you"
        case .profile: "see your name"
        case .email: "see your e-mail address"
        case .offlineAccess: "stay signed in until you end its session"
        case .guardian:
            "see and change your limits, places and cards, and decide on purchases and pay them"
        case .guardianRead: "see your limits, places, cards and purchases"
        case .banking:
            """
            see and change your bank accounts and transactions, and see your name and \
            e-mail address
            """
        case .bankingRead:
            "see your bank accounts and transactions, and your name and e-mail address"
        case .rewards: "see and change your reward cards"
        case .rewardsRead: "see your reward cards"
        case .allowance:
            """
            see and change your family's wallets, allowances, goals and chores, and see \
            everybody's name and e-mail address
            """
        case .allowanceRead:
            """
            see your family's wallets, allowances, goals and chores, and everybody's name and \
            e-mail address
            """
        case .insights: "see and change your budgets and reports"
        case .insightsRead: "see your budgets and reports"
        case .account: "change your password and who belongs to your household"
        }
    }
}
