public import Kernel
public import Providers
import Synchronization

/// A bank provider that tells what a test says, page by page.
///
/// Items are those of the bank that is built in; their accounts and transactions are the test's.
public final class ScriptedBank: BankProvider {
    /// What is told when transactions are asked for.
    public enum Step: Sendable {
        /// A page.
        case told(Page)
        /// A failure.
        case failed(BankProviderError)
    }

    /// A page, as far as a test cares.
    public struct Page: Sendable {
        var added: [ProviderTransaction]
        var modified: [ProviderTransaction]
        var removed: [String]
        var hasMore: Bool
        var isHistoryComplete: Bool
        /// The cursor that it gives; one more than the one before where a test says none.
        public var nextCursor: String?

        /// Makes a page.
        public init(
            _ added: [ProviderTransaction] = [],
            modified: [ProviderTransaction] = [],
            removed: [String] = [],
            hasMore: Bool = false,
            isHistoryComplete: Bool = true
        ) {
            self.added = added
            self.modified = modified
            self.removed = removed
            self.hasMore = hasMore
            self.isHistoryComplete = isHistoryComplete
        }
    }

    private struct State {
        var accounts: [ProviderAccount]
        var institution = "Test Bank"
        var steps: [Step] = []
        var cursors: [String?] = []
        var removals = 0
        var key: WebhookKey?
        var refusal: BankProviderError?
        var before: (@Sendable () async -> Void)?
    }

    private let state: Mutex<State>
    private let items = EmbeddedSandboxBank()

    /// Whose provider it passes for.
    public let name: BankProviderName

    /// Makes a bank with one checking account that holds 1,000.00, called as the built-in one is.
    public init(
        _ accounts: [ProviderAccount] = [.test()],
        named name: BankProviderName = .sandbox
    ) {
        state = Mutex(State(accounts: accounts))
        self.name = name
    }

    /// The cursors that were asked after.
    public var cursors: [String?] { state.withLock { $0.cursors } }

    /// How many items were given up.
    public var removals: Int { state.withLock { $0.removals } }

    /// Tells these pages next; without any it tells of nothing new.
    public func tell(_ steps: Step...) { state.withLock { $0.steps += steps } }

    /// Has these accounts from now on.
    public func have(_ accounts: ProviderAccount...) { state.withLock { $0.accounts = accounts } }

    /// Signs members in at another institution from now on.
    public func stand(for institution: String) {
        state.withLock { $0.institution = institution }
    }

    /// Does something before each page.
    public func before(_ hook: (@Sendable () async -> Void)?) {
        state.withLock { $0.before = hook }
    }

    /// A link token of the built-in bank.
    public func linkToken(
        for member: ID<Entity.Member>,
        repairing item: BankAccessToken?,
        now: Timestamp
    ) async throws(BankProviderError) -> LinkToken {
        try await items.linkToken(for: member, repairing: item, now: now)
    }

    /// An item of the built-in bank.
    public func exchange(
        _ publicToken: String,
        for member: ID<Entity.Member>,
        now: Timestamp
    ) async throws(BankProviderError) -> LinkedItem {
        try await items.exchange(publicToken, for: member, now: now)
    }

    /// The accounts that the test says.
    public func accounts(
        of item: BankAccessToken,
        now: Timestamp
    ) async throws(BankProviderError) -> ItemAccounts {
        let (institution, accounts) = state.withLock { ($0.institution, $0.accounts) }
        return ItemAccounts(
            itemID: "item",
            institutionID: "ins_\(institution)",
            institutionName: institution,
            accounts: accounts
        )
    }

    /// The next step; the next cursor is one more than the one that was given.
    public func transactions(
        of item: BankAccessToken,
        after cursor: String?,
        count: Int,
        now: Timestamp
    ) async throws(BankProviderError) -> TransactionPage {
        if let hook = state.withLock({ $0.before }) { await hook() }
        let (step, accounts) = state.withLock { state in
            state.cursors.append(cursor)
            let step = state.steps.isEmpty ? Step.told(Page()) : state.steps.removeFirst()
            return (step, state.accounts)
        }
        switch step {
        case .failed(let error): throw error
        case .told(let page):
            let number = cursor.flatMap { Int($0.dropFirst()) } ?? 0
            return TransactionPage(
                added: page.added,
                modified: page.modified,
                removed: page.removed,
                nextCursor: page.nextCursor ?? "c\(number + 1)",
                hasMore: page.hasMore,
                accounts: accounts,
                isHistoryComplete: page.isHistoryComplete
            )
        }
    }

    /// Gives no item up from now on, for a reason; with `nil` it does.
    public func keepItems(_ reason: BankProviderError?) { state.withLock { $0.refusal = reason } }

    /// Counts that an item was given up.
    public func remove(_ item: BankAccessToken, now: Timestamp) async throws(BankProviderError) {
        let refusal = state.withLock { state in
            if state.refusal == nil { state.removals += 1 }
            return state.refusal
        }
        if let refusal { throw refusal }
    }

    /// Signs webhooks with a key from now on.
    public func sign(with key: WebhookKey) { state.withLock { $0.key = key } }

    /// The key with which the test signs.
    public func webhookKey(
        _ id: String,
        now: Timestamp
    ) async throws(BankProviderError) -> WebhookKey {
        guard let key = state.withLock({ $0.key }), key.id == id else {
            throw BankProviderError(.refused, code: "NO_KEY")
        }
        return key
    }
}

extension ScriptedBank.Step {
    /// A page.
    public static func page(
        _ added: ProviderTransaction...,
        modified: [ProviderTransaction] = [],
        removed: [String] = [],
        hasMore: Bool = false,
        isHistoryComplete: Bool = true
    ) -> Self {
        .told(
            ScriptedBank.Page(
                added,
                modified: modified,
                removed: removed,
                hasMore: hasMore,
                isHistoryComplete: isHistoryComplete
            )
        )
    }

    /// A failure of the provider.
    public static func fails(_ kind: BankProviderError.Kind, code: String = "FAULT") -> Self {
        .failed(BankProviderError(kind, code: code))
    }
}

extension ProviderAccount {
    /// A checking account of a test.
    public static func test(
        _ id: String = "acc1",
        kind: Kind = .depository,
        currency: Currency? = .usd,
        currentMinor: Int64? = 100_000,
        mask: String? = "0000"
    ) -> Self {
        ProviderAccount(
            id: id,
            name: "Checking",
            mask: mask,
            kind: kind,
            subtype: kind == .credit ? "credit card" : "checking",
            currency: currency,
            currentMinor: currentMinor
        )
    }
}

extension ProviderTransaction {
    /// A purchase of a test, or income below zero.
    public static func test(
        _ id: String,
        _ amountMinor: Int64,
        on day: String = "2025-08-18",
        at merchant: String = "Aldi",
        category: String? = "FOOD_AND_DRINK_GROCERIES",
        pending isPending: Bool = false,
        was pendingID: String? = nil,
        in account: String = "acc1"
    ) -> Self {
        guard let day = CivilDay(day) else { preconditionFailure("\(day) is no day") }
        return ProviderTransaction(
            id: id,
            accountID: account,
            pendingID: pendingID,
            amountMinor: amountMinor,
            currency: .usd,
            day: day,
            name: merchant.uppercased(),
            merchantName: merchant,
            detailedCategory: category,
            isPending: isPending
        )
    }
}
