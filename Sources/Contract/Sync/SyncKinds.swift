public import Kernel

extension API.Sync {
    /// A member's monthly limit for a category.
    public static let rule = SyncKind<Entity.Rule, RuleValue>(
        "rule",
        "Rule",
        "a monthly limit",
        of: .guardian,
        writing: .parent,
        removing: .parent,
        example: RuleValue(memberID: exampleMember, category: "fun", monthlyLimitCents: 20_000)
    )

    /// A circle on the map inside which purchases are blocked or warned about.
    public static let geofence = SyncKind<Entity.Geofence, GeofenceValue>(
        "geofence",
        "Geofence",
        "a geofence",
        of: .guardian,
        writing: .parent,
        removing: .parent,
        example: GeofenceValue(
            memberID: exampleMember,
            name: "Shopping Mall",
            lat: 40.7128,
            lon: -74.006,
            radiusM: 500,
            policy: .block,
            category: "fun"
        )
    )

    /// A task for a child.
    public static let chore = SyncKind<Entity.Chore, ChoreValue>(
        "chore",
        "Chore",
        "a chore",
        of: .allowance,
        removing: .parent,
        example: ChoreValue(
            childID: API.Allowance.exampleChild,
            title: "Mow the lawn",
            reward: DecimalAmount(minor: 750),
            state: .assigned
        )
    )

    /// Something a child saves for.
    public static let goal = SyncKind<Entity.Goal, GoalValue>(
        "goal",
        "Goal",
        "a goal",
        of: .allowance,
        example: GoalValue(
            childID: API.Allowance.exampleChild,
            name: "Bicycle",
            targetAmount: DecimalAmount(minor: 15_000)
        )
    )

    /// A child with its allowance; its own endpoint makes it, and another takes it away.
    public static let child = SyncKind<Entity.Child, ChildValue>(
        "child",
        "Child",
        "a child",
        of: .allowance,
        writing: .parent,
        removing: nil,
        example: ChildValue(
            firstName: "Alice",
            lastName: "Smith",
            weeklyAllowance: DecimalAmount(minor: 1_000),
            frequency: .weekly,
            weekday: .friday,
            split: API.Allowance.SplitPercents(spend: 60, save: 30, give: 10)
        )
    )

    /// A condition with what is answered to the purchases that it is true for.
    public static let policy = SyncKind<Entity.Policy, PolicyValue>(
        "policy",
        "Policy",
        "a policy",
        of: .guardian,
        removing: nil,
        example: PolicyValue(name: "Twenty a day", when: .example, then: .decline, state: .live)
    )

    /// A reward card.
    public static let card = SyncKind<Entity.RewardCard, API.Rewards.CardValue>(
        "card",
        "Card",
        "a reward card",
        of: .rewards,
        example: API.Rewards.CardValue(.example())
    )

    /// What a member prefers of reward cards.
    public static let preferences = SyncKind<Entity.Member, API.Rewards.PreferencesValue>(
        "preferences",
        "Preferences",
        "what a member prefers of reward cards",
        of: .rewards,
        removing: nil,
        example: API.Rewards.PreferencesValue(API.Rewards.UserPreferences())
    )

    /// What a member made of a transaction; its id is the transaction's.
    public static let transactionEdit = SyncKind<Entity.Entry, TransactionEditValue>(
        "transactionEdit",
        "TransactionEdit",
        "what a member made of a transaction",
        of: .banking,
        removing: nil,
        example: TransactionEditValue(category: "Dining", notes: "party")
    )

    /// The endpoints that devices copy records by.
    public static let endpoints: [any EndpointDeclaration] =
        [listChanges] + rule.endpoints + geofence.endpoints + child.endpoints + chore.endpoints
        + policy.endpoints + goal.endpoints + card.endpoints + preferences.endpoints
        + transactionEdit.endpoints

    private static let exampleMember = ID<Entity.Member>(
        RawID(high: 0x3F2B_8F57_6C1E_4C9C, low: 0x9A55_2F9F_3C0D_8E11)
    )
}
