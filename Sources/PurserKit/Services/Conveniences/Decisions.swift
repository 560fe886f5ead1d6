public import Contract

extension API.Guardian.AuthorizeResponse {
    /// Whether the purchase may be made.
    public var isApproved: Bool { decision == .approve }
}

extension API.Guardian.ScoreResponse {
    /// Whether the purchase is all right.
    public var isAllowed: Bool { decision == .allow }
}

extension API.Guardian.CoachAnswer {
    /// Whether the coach is for the purchase.
    public var shouldProceed: Bool { result == .allow }
    /// Whether the coach is against it.
    public var shouldBlock: Bool { result == .block }
}

extension API.Guardian.LocationAnswer {
    /// Whether somebody lingers near restaurants.
    public var isBlocked: Bool { decision == .block }
    /// Whether nobody does.
    public var isOK: Bool { decision == .ok }
}

extension API.Guardian.ChargeResponse {
    /// Whether the card is charged already.
    public var isCharged: Bool { status == .charged }
}

extension API.Guardian.FundingSource {
    /// Whether cards are charged by Stripe.
    public var isStripe: Bool { provider == .stripe }
    /// Whether cards are charged by the built-in processor, which moves no money.
    public var isMock: Bool { provider == .mock }
}

extension API.Guardian.AnalyticsRange: Identifiable {
    /// The range as calls take it.
    public var id: String { rawValue }

    /// The range as people read it.
    public var displayName: String {
        switch self {
        case .week: "7 days"
        case .month: "30 days"
        case .quarter: "90 days"
        case .monthToDate: "This month"
        }
    }
}
