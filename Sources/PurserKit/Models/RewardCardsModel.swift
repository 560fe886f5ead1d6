public import Contract
public import Kernel
public import Observation

/// A member's reward cards and preferences: shown from the device at once, then from the server.
@MainActor
@Observable
public final class RewardCardsModel {
    /// What is shown.
    public struct Wallet: Sendable, Equatable {
        /// The cards, the newest first.
        public internal(set) var cards: [API.Rewards.CreditCard]
        /// What the member prefers.
        public internal(set) var preferences: API.Rewards.UserPreferences

        /// The cards that are recommended.
        public var activeCards: [API.Rewards.CreditCard] { cards.filter(\.isActive) }
    }

    @ObservationIgnored private var watch: SessionWatch?
    private let content: Content<Wallet>
    private let action: ModelAction

    /// Makes a model of the member's cards.
    public init(_ purser: Purser) {
        content = Content(purser)
        action = ModelAction(purser)
        watch = SessionWatch(purser) { [weak self] in self?.forget() }
    }

    /// The cards and preferences; after a failure still those that are kept.
    public var phase: Phase<Wallet> { content.phase }
    /// Whether something is changed now.
    public var isBusy: Bool { action.isRunning }
    /// Why the last change was not made; `nil` when it was.
    ///
    /// Of a change that was made of an earlier version it is
    /// ``PurserError/Kind-swift.enum/conflict`` with ``PurserError/currentCard``, and what is shown
    /// is asked for anew: the member looks at it and decides again.
    public var error: PurserError? { action.error }

    /// Shows what this device keeps, and asks the server.
    public func load() async {
        await content.showKept { purser in
            let kept = try await KeptRewards(purser.client)
            guard let cards = try await kept.find(API.Rewards.CardList.self, .rewardCards),
                let preferences = try await kept.find(
                    API.Rewards.UserPreferences.self,
                    .rewardPreferences
                )
            else { return nil }
            let wallet = Wallet(cards: cards.value.cards, preferences: preferences.value)
            return (wallet, min(cards.knownAt, preferences.knownAt))
        }
        await refresh()
    }

    /// Asks the server, while what is shown stays.
    public func refresh() async {
        await content.load(reload: true) { purser in
            let answers = try await purser.device.askForCards()
            return Wallet(cards: answers.cards.cards, preferences: answers.preferences)
        }
    }

    /// Adds a card.
    ///
    /// Repeated with the same words after the network failed it is the same card, added once.
    ///
    /// - Returns: Whether it was added; if not ``error`` says why, unless something else was under
    ///   way.
    @discardableResult
    public func add(_ card: API.Rewards.CardInput) async -> Bool {
        let added = await action.run("add \(card)") { purser in
            try await purser.rewards.createCard(card).get()
        }
        guard let added else { return false }
        show(added)
        return true
    }

    /// Changes a card that is shown; refused when it was changed elsewhere since.
    ///
    /// - Returns: Whether it was changed; if not ``error`` says why, unless something else was
    ///   under way.
    @discardableResult
    public func update(_ change: API.Rewards.CardUpdate) async -> Bool {
        let version = shown(change.id)?.version
        let intent = "update \(version ?? 0) \(change)"
        return await write(intent, setting: change.id.text) { purser in
            try await purser.rewards.updateCard(change, of: version)
        }
    }

    /// Says what was spent with a card in all; refused when the card was changed elsewhere since.
    ///
    /// - Returns: Whether it was changed; if not ``error`` says why, unless something else was
    ///   under way.
    @discardableResult
    public func setSpending(
        _ id: ID<Entity.RewardCard>,
        on category: API.Rewards.SpendingCategory,
        to amount: DecimalAmount
    ) async -> Bool {
        let version = shown(id)?.version
        let intent = "set \(id) \(category) \(amount.minor) of \(version ?? 0)"
        return await write(intent, setting: id.text) { purser in
            try await purser.rewards.updateSpending(
                id,
                on: category,
                amount,
                mode: .set,
                of: version
            )
        }
    }

    /// Adds a purchase to what was spent with a card, whatever was changed elsewhere.
    ///
    /// Repeated after the network failed it is the same purchase, added once.
    ///
    /// - Returns: Whether it was added; if not ``error`` says why, unless something else was under
    ///   way.
    @discardableResult
    public func addSpending(
        _ id: ID<Entity.RewardCard>,
        on category: API.Rewards.SpendingCategory,
        _ amount: DecimalAmount
    ) async -> Bool {
        await write("spend \(id) \(category) \(amount.minor)") { purser in
            try await purser.rewards.updateSpending(id, on: category, amount, mode: .add)
        }
    }

    /// Removes a card that is shown; refused when it was changed elsewhere since.
    ///
    /// - Returns: Whether it is gone, also when it was gone already; if not ``error`` says why,
    ///   unless something else was under way.
    @discardableResult
    public func remove(_ id: ID<Entity.RewardCard>) async -> Bool {
        let version = shown(id)?.version
        let removed = await action.run("remove \(id) of \(version ?? 0)") { purser in
            try await purser.rewards.deleteCard(id, of: version).get()
        }
        if removed == nil {
            guard action.error?.kind == .notFound else {
                await showStanding()
                return false
            }
            action.dismissError()
        }
        content.change { $0.cards.removeAll { $0.id == id } }
        return true
    }

    /// Changes what the member prefers; refused when it was changed elsewhere since.
    ///
    /// - Returns: Whether it was changed; if not ``error`` says why, unless something else was
    ///   under way.
    @discardableResult
    public func setPreferences(_ change: API.Rewards.UserPreferencesInput) async -> Bool {
        let change = change.made(of: phase.value?.preferences.version)
        let changed = await action.run("prefer \(change)", setting: "preferences") { purser in
            try await purser.rewards.updatePreferences(change).get()
        }
        guard let changed else {
            await showStanding()
            return false
        }
        content.change { $0.preferences = changed }
        return true
    }

    /// Forgets ``error``, once the member has read it.
    public func dismissError() { action.dismissError() }

    private func write(
        _ intent: String,
        setting subject: String? = nil,
        _ work: @escaping @Sendable (Purser) async throws -> Written<API.Rewards.CreditCard>
    ) async -> Bool {
        let written = await action.run(intent, setting: subject) { try await work($0).get() }
        guard let card = written else {
            await showStanding()
            return false
        }
        show(card)
        return true
    }

    /// Asks anew for what is shown, where a change was refused for being made of what was.
    private func showStanding() async {
        guard let error = action.error, error.current != nil || error.kind == .notFound else {
            return
        }
        await refresh()
    }

    private func show(_ card: API.Rewards.CreditCard) {
        content.change { wallet in
            wallet.cards = API.Rewards.CardList(cards: wallet.cards).with(card).cards
        }
    }

    private func shown(_ id: ID<Entity.RewardCard>) -> API.Rewards.CreditCard? {
        phase.value?.cards.first { $0.id == id }
    }

    private func forget() {
        content.reset()
        action.reset()
    }
}

extension API.Rewards.UserPreferencesInput {
    /// The change with the version that it was made of; its own where it names one.
    fileprivate func made(of version: Int64?) -> Self {
        Self(
            preferredPointSystem: preferredPointSystem,
            alertThreshold: alertThreshold,
            language: language,
            notificationsEnabled: notificationsEnabled,
            autoUpdateSpending: autoUpdateSpending,
            pointValues: pointValues,
            ifMatch: ifMatch ?? version.map { VersionTag($0) }
        )
    }
}
