/// Every endpoint of Purser, by room.
public enum API {
    /// Purchases: limits, decisions and their reasons (the Guardian Card document).
    public enum Guardian {}
    /// Accounts and transactions, and their sign-in (the Money App document).
    public enum Banking {}
    /// Reward cards, and which to use for a purchase (the Card Rewards document).
    public enum Rewards {}
    /// Children, wallets and allowances, and their sign-in (the Allowance Tracker document).
    public enum Allowance {}
    /// Accounts and transactions with the figures of a window (the Safepocket document).
    public enum Insights {}
    /// One sign-in for all of them.
    public enum Identity {}
    /// Records of which devices keep copies, by versions.
    public enum Sync {}

    /// Every declared endpoint; the server serves each of them or does not start.
    ///
    /// The OpenAPI document lists them in this order.
    public static let all: [any EndpointDeclaration] =
        Guardian.endpoints
        + Banking.endpoints
        + Rewards.endpoints
        + Allowance.endpoints
        + Insights.endpoints
        + Identity.endpoints
        + Sync.endpoints
}
