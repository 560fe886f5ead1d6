import Contract

extension API.Guardian.RuleRequest {
    /// 200 dollars a month for fun.
    static let fun = Self(category: "fun", monthlyLimitCents: 20_000)
}

extension API.Guardian.OverrideRequest {
    /// 50 dollars at Steam.
    static let steam = Self(amountCents: 5_000, merchant: "Steam")
}

extension API.Guardian.AuthorizeRequest {
    /// 5 dollars at Starbucks.
    static let coffee = Self(amountCents: 500, merchant: "Starbucks")
}
