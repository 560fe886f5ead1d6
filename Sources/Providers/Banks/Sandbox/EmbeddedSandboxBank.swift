public import Kernel

/// The bank provider that is built in and used when none is configured.
///
/// Any public token `public-sandbox-<text>` opens an item at ``institutionName`` with three
/// accounts and the transactions of the demo data, which go on as time passes. It keeps nothing: an
/// item is what its access token says, so every process over one database sees the same bank,
/// before and after a restart. Whoever calls ``exchange(_:for:now:)`` remembers which tokens were
/// used, and what was removed. A member who links again gets the same accounts and transactions, by
/// their ids; the item is another one. It sends no webhooks.
public struct EmbeddedSandboxBank: BankProvider {
    /// The name of its only institution.
    public static let institutionName = "Plaid Sandbox"
    /// How its public tokens begin.
    public static let publicTokenPrefix = "public-sandbox-"

    /// The built-in one.
    public var name: BankProviderName { .sandbox }

    /// Makes the bank.
    public init() {}

    /// A link token that says when it ends and is good for nothing else: there is no page.
    public func linkToken(
        for member: ID<Entity.Member>,
        repairing item: BankAccessToken?,
        now: Timestamp
    ) async throws(BankProviderError) -> LinkToken {
        let random = RawID(
            instant: now,
            counter: UInt16.random(in: 0..<4_096),
            random: UInt64.random(in: .min ... .max)
        )
        return LinkToken(
            token: "link-sandbox-\(random.text)",
            expiresAt: now.adding(milliseconds: Limits.linkTokenMilliseconds),
            requestID: SandboxDigits.of("link", random.text)
        )
    }

    /// An item for a public token with the right prefix and something after it.
    public func exchange(
        _ publicToken: String,
        for member: ID<Entity.Member>,
        now: Timestamp
    ) async throws(BankProviderError) -> LinkedItem {
        guard publicToken.hasPrefix(Self.publicTokenPrefix),
            publicToken.utf8.count > Self.publicTokenPrefix.utf8.count,
            ProviderText.isIdentifier(publicToken, bytesMost: Limits.publicTokenBytes)
        else { throw BankProviderError(.invalidPublicToken, code: "INVALID_PUBLIC_TOKEN") }
        let item = EmbeddedItem(publicToken, for: member, at: now)
        return LinkedItem(
            id: item.id,
            accessToken: item.accessToken,
            requestID: SandboxDigits.of("exchange", item.item)
        )
    }

    /// Checking, savings and a credit card; each balance is what it was when the item was linked
    /// and the transactions since.
    public func accounts(
        of item: BankAccessToken,
        now: Timestamp
    ) async throws(BankProviderError) -> ItemAccounts {
        let item = try Self.opened(item)
        return ItemAccounts(
            itemID: item.id,
            institutionID: "ins_sandbox",
            institutionName: Self.institutionName,
            accounts: item.accounts(at: now)
        )
    }

    /// The transactions after a cursor, which says how many there were.
    public func transactions(
        of item: BankAccessToken,
        after cursor: String?,
        count: Int,
        now: Timestamp
    ) async throws(BankProviderError) -> TransactionPage {
        precondition((1...Limits.bankPageRows).contains(count), "a page has a bounded length")
        let item = try Self.opened(item)
        let start = try Self.position(of: cursor)
        let rows = item.rows(until: now)
        // A clock that was set back has fewer rows than were given; they are given once.
        let end = max(start, min(rows.count, start + count))
        return TransactionPage(
            added: start < end ? Array(rows[start..<end]) : [],
            modified: [],
            removed: [],
            nextCursor: "\(Self.cursorPrefix)\(end)",
            hasMore: end < rows.count,
            accounts: item.accounts(at: now),
            isHistoryComplete: true
        )
    }

    /// Does nothing: there is nothing to forget.
    public func remove(
        _ item: BankAccessToken,
        now: Timestamp
    ) async throws(BankProviderError) {}

    /// There are no webhooks, so there is no key.
    public func webhookKey(
        _ id: String,
        now: Timestamp
    ) async throws(BankProviderError) -> WebhookKey {
        throw BankProviderError(.refused, code: "INVALID_WEBHOOK_VERIFICATION_KEY_ID")
    }

    private static let cursorPrefix = "sandbox-"

    private static func opened(
        _ token: BankAccessToken
    ) throws(BankProviderError) -> EmbeddedItem {
        guard let item = EmbeddedItem(token) else {
            throw BankProviderError(.refused, code: "INVALID_ACCESS_TOKEN")
        }
        return item
    }

    private static func position(of cursor: String?) throws(BankProviderError) -> Int {
        guard let cursor else { return 0 }
        guard cursor.hasPrefix(cursorPrefix), cursor.utf8.count <= 24,
            let position = Int(cursor.dropFirst(cursorPrefix.count)),
            (0...1_000_000).contains(position)
        else { throw BankProviderError(.refused, code: "INVALID_FIELD") }
        return position
    }
}
