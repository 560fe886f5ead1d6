import Kernel

extension API.Guardian {
    /// The endpoints of policies.
    public static let policyEndpoints: [any EndpointDeclaration] = [
        listPolicies, createPolicy, getPolicy, updatePolicy, setPolicyState,
        getPolicyShadow, backtestPolicies, getFriction, setFriction,
    ]

    /// Lists policies, the oldest first.
    public static let listPolicies = Endpoint<PoliciesRequest, PolicyList>(
        "listPolicies",
        .get,
        "/guardian/policies",
        "Lists the policies of the household, the oldest first.",
        access: .member,
        surface: .guardian,
        example: PoliciesRequest(state: .live),
        answers: PolicyList(policies: [.example(.live)])
    )

    /// Makes a policy; it is a draft.
    public static let createPolicy = Endpoint<PolicyInput, Policy>(
        "createPolicy",
        .post,
        "/guardian/policies",
        "Makes a policy as a draft; of a member's own or, by a parent, of anybody's.",
        headers: [.version],
        access: .member,
        surface: .guardian,
        status: 201,
        refusals: [.forbidden],
        example: .example,
        answers: .example(.draft),
        outdates: .ownRoom
    )

    /// Tells a policy.
    public static let getPolicy = Endpoint<PolicyReference, Policy>(
        "getPolicy",
        .get,
        "/guardian/policies/{id}",
        "Tells a policy, with its change that waits, if there is one.",
        headers: [.version],
        access: .member,
        surface: .guardian,
        example: PolicyReference(.example),
        answers: .example(
            .live,
            pending: PendingChange(
                change: PolicyChange(state: .retired),
                takesEffectAt: GuardianTimestamp(Timestamp(seconds: 1_741_262_400)),
                askedBy: .exampleParent
            )
        )
    )

    /// Changes a policy; what loosens a live one waits.
    public static let updatePolicy = Endpoint<PolicyUpdate, Policy>(
        "updatePolicy",
        .put,
        "/guardian/policies/{id}",
        "Changes a policy: at once where it tightens, later where it may let purchases through.",
        headers: [.ifMatchInSnakeCase, .version],
        access: .member,
        surface: .guardian,
        refusals: [.forbidden, .stale],
        example: PolicyUpdate(.example, .example, ifMatch: VersionTag(12)),
        answers: .example(.live),
        outdates: .ownRoom
    )

    /// Makes a policy live, asks it in shadow or ends it, and decides about a change that waits.
    public static let setPolicyState = Endpoint<PolicyStepRequest, Policy>(
        "setPolicyState",
        .post,
        "/guardian/policies/{id}/state",
        "Makes a policy live, asks it in shadow or ends it; confirms or cancels a change.",
        headers: [.version],
        access: .member,
        surface: .guardian,
        refusals: [.forbidden],
        example: PolicyStepRequest(.example, state: .live),
        answers: .example(.live),
        outdates: .ownRoom
    )

    /// Tells what a policy in shadow would have answered.
    public static let getPolicyShadow = Endpoint<ShadowRequest, ShadowReport>(
        "getPolicyShadow",
        .get,
        "/guardian/policies/{id}/shadow",
        "Tells what a policy in shadow would have answered to the decisions since then.",
        access: .member,
        surface: .guardian,
        example: ShadowRequest(.example),
        answers: .example
    )

    /// Tries policies on past purchases.
    public static let backtestPolicies = Endpoint<BacktestRequest, BacktestReport>(
        "backtestPolicies",
        .post,
        "/guardian/policies/backtest",
        "Tries policies on past purchases and tells what they would have stopped; stores nothing.",
        access: .member,
        scope: .reading,
        repeats: .freely,
        surface: .guardian,
        example: BacktestRequest(
            policies: [BacktestPolicy(PolicyInput.example)],
            from: WireDay(CivilDay(dayNumber: 20_148)),
            to: WireDay(CivilDay(dayNumber: 20_152)),
            mode: .counterfactual
        ),
        answers: .example,
        outdates: .nothing,
        waits: .zero
    )

    /// Tells how long what loosens a live policy waits.
    public static let getFriction = Endpoint<Empty, StandingFriction>(
        "getFriction",
        .get,
        "/guardian/friction",
        "Tells how long what loosens a live policy waits, in hours.",
        access: .parent,
        surface: .guardian,
        answers: StandingFriction(
            looseningHours: Limits.looseningHoursUsual,
            pending: PendingFriction(
                looseningHours: 1,
                takesEffectAt: GuardianTimestamp(Timestamp(seconds: 1_741_262_400)),
                askedBy: .exampleParent
            )
        )
    )

    /// Sets how long what loosens a live policy waits.
    public static let setFriction = Endpoint<Friction, StandingFriction>(
        "setFriction",
        .put,
        "/guardian/friction",
        "Sets how long what loosens a live policy waits: a longer time at once, a shorter later.",
        access: .parent,
        surface: .guardian,
        example: Friction(looseningHours: 48),
        answers: StandingFriction(looseningHours: 48),
        outdates: .ownRoom
    )
}
