public import Kernel

/// A bank provider that has no money, speaks Plaid's wire, and fails as real ones do.
///
/// A value: what it answers follows from its seed and the calls before, so a run can be repeated,
/// and a copy is the bank as it was. It knows no clock. Its balances are always what an account
/// began with and its posted transactions.
public struct SandboxBank: Sendable {
    /// What the bank does to its clients.
    public var faults: SandboxFaults
    /// Webhooks that are to be sent, oldest first; at most ``webhooksMost``.
    public private(set) var webhooks: [SandboxWebhook] = []

    var random: SandboxRandom
    var items: [SandboxItem] = []
    var publicTokens: [String: PublicToken] = [:]
    /// The places of items by the tokens that open them.
    var accessTokens: [String: Int] = [:]
    var keys: [SandboxWebhookKey]
    /// How far its clock was put forward.
    var aheadSeconds: Int64 = 0

    private let seed: UInt64

    /// The most items.
    public static let itemsMost = 1_000
    /// The most webhooks that wait.
    public static let webhooksMost = 100
    /// How long a public token is good, in seconds.
    public static let publicTokenSeconds: Int64 = 1_800

    private static let aheadSecondsMost: Int64 = 315_576_000

    /// What an app got from a sign-in.
    struct PublicToken: Sendable {
        let item: Int
        let madeAt: Timestamp
        var isUsed = false
    }

    /// Opens a bank without items.
    public init(seed: UInt64, faults: SandboxFaults = SandboxFaults()) {
        self.seed = seed
        self.faults = faults
        random = SandboxRandom(seed)
        keys = [SandboxWebhookKey(seed: seed, count: 0)]
    }

    /// Signs a member in, as Plaid's page would, and gives the public token.
    ///
    /// `institution`: The id of one of the bank's institutions. `webhook`: Where the item's
    /// webhooks go. Gives `nil` when there is no such institution, or there are too many items.
    public mutating func signIn(
        institution: String = "ins_109508",
        webhook: String? = nil,
        now: Timestamp
    ) -> String? {
        guard let institution = SandboxInstitution(rawValue: institution),
            items.count < Self.itemsMost
        else { return nil }
        let token = "public-sandbox-\(random.uuid())"
        publicTokens[token] = PublicToken(item: items.count, madeAt: now)
        var item = newItem(at: institution, now)
        item.webhook = webhook
        items.append(item)
        return token
    }

    /// Has the institution ask for a new sign-in, or ends that.
    ///
    /// Gives whether there is such an item.
    @discardableResult
    public mutating func setLoginExpired(_ isExpired: Bool, accessToken: String) -> Bool {
        guard let place = accessTokens[accessToken], !items[place].isRemoved else { return false }
        items[place].isLoginExpired = isExpired
        return true
    }

    /// Puts the bank's clock forward, by ten years at most in all.
    public mutating func advance(seconds: Int64) {
        let left = Self.aheadSecondsMost - aheadSeconds
        aheadSeconds += max(0, min(seconds, left))
    }

    /// Ends the key of webhooks and takes another one.
    public mutating func changeWebhookKey(now: Timestamp) {
        keys[keys.count - 1].expiredAt = now
        keys.append(SandboxWebhookKey(seed: seed, count: UInt64(keys.count)))
        if keys.count > Limits.webhookKeys { keys.removeFirst() }
    }

    /// Takes the webhooks that wait.
    public mutating func takeWebhooks() -> [SandboxWebhook] {
        defer { webhooks = [] }
        return webhooks
    }

    /// Has a webhook sent; the oldest that waits goes where there are too many.
    mutating func send(_ webhook: SandboxWebhook) {
        if webhooks.count >= Self.webhooksMost { webhooks.removeFirst() }
        webhooks.append(webhook)
    }

    private mutating func newItem(
        at institution: SandboxInstitution,
        _ now: Timestamp
    ) -> SandboxItem {
        let kinds: [(String, ProviderAccount.Kind, String, Int64, Int64?)] = [
            ("Plaid Checking", .depository, "checking", 300_000, nil),
            ("Plaid Saving", .depository, "savings", 900_000, nil),
            ("Plaid Credit Card", .credit, "credit card", 40_000, 500_000),
        ]
        let accounts = kinds.map { name, kind, subtype, usual, limit in
            SandboxItem.Account(
                id: random.text(37),
                name: name,
                kind: kind,
                subtype: subtype,
                mask: "\(random.within(1_000...9_999))",
                openingMinor: usual + Int64(random.below(100_000)),
                limitMinor: limit
            )
        }
        return SandboxItem(
            id: random.text(37),
            institution: institution,
            seed: random.next(),
            faults: faults,
            accounts: accounts,
            at: now
        )
    }
}
