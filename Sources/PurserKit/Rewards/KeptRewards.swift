import Contract
import Kernel

/// What this device keeps of a member's cards and preferences, as the server told it last.
///
/// Reads ask the server first, keep its answer, and give what is kept when no answer arrives. It is
/// kept apart from ``ResponseCache``: a write makes cached answers go, and what a device is to do
/// without a network must stay. Nothing is merged; versions tell which of two answers is the later.
///
/// It is made before the call that it is for, so that an answer is kept for the member who asked,
/// and not after that member is gone.
struct KeptRewards: Sendable {
    let client: Client
    /// Whose cards they are; `nil` when nobody is signed in.
    let owner: String?
    /// When something was asked for, by this device's clock.
    let instant: Timestamp
    private let generation: Int
    /// The room's ``ResponseCache/epoch(of:)``: what was asked for before a write is not kept
    /// after.
    private let epoch: Int

    /// Takes note of who asks, and of what stands.
    ///
    /// - Throws: ``PurserError`` `storage`; `CancellationError`.
    init(_ client: Client) async throws {
        self.client = client
        generation = client.store.generation
        epoch = client.cache.epoch(of: .rewards)
        instant = client.time.now()
        owner = try await client.keeper.owner()
    }

    /// Asks the server, and gives what is kept when no answer arrives and `options` let it.
    ///
    /// A store that cannot be read or written is an empty one: no call fails for it.
    ///
    /// - Throws: ``PurserError``; `CancellationError`.
    func answer<Value: Codable & Sendable>(
        _ kind: FactTable.Kind,
        _ options: CallOptions,
        _ ask: () async throws -> Value
    ) async throws -> Value {
        do {
            let value = try await ask()
            if let row = try? FactTable.Row(kind, value) { await keep([row]) }
            return value
        } catch let error as PurserError {
            guard options.freshness != .reload, error.isTemporary,
                let kept = try? await find(Value.self, kind)
            else { throw error }
            return kept.value
        }
    }

    /// What is kept of something, and since when; `nil` while nothing is.
    ///
    /// - Throws: ``PurserError`` `unauthorized`, `storage`; `CancellationError`.
    func find<Value: Decodable & Sendable>(
        _ type: Value.Type,
        _ kind: FactTable.Kind
    ) async throws -> (value: Value, knownAt: Timestamp)? {
        guard let owner else { throw PurserError.signedOut }
        return try await facts.find(type, kind, of: owner)
    }

    /// Keeps what the server answered, unless it is too long or the room was written since.
    func keep(_ rows: [FactTable.Row]) async {
        guard let owner, (try? await client.keeper.owner()) == owner else { return }
        try? await facts.keep(
            rows.filter { $0.body.utf8.count <= Self.mostBytes },
            of: owner,
            at: instant,
            asOf: generation,
            while: { [client, epoch] in client.cache.epoch(of: .rewards) == epoch }
        )
    }

    /// Takes the card that a write has answered into the list that is kept, if one is.
    func take(_ card: API.Rewards.CreditCard) async {
        await change(.rewardCards) { (list: API.Rewards.CardList) in list.with(card) }
    }

    /// Takes a card that was removed out of the list that is kept.
    func remove(_ id: ID<Entity.RewardCard>) async {
        await change(.rewardCards) { (list: API.Rewards.CardList) in list.without(id) }
    }

    /// Takes the preferences that a write has answered, if some are kept.
    func take(_ preferences: API.Rewards.UserPreferences) async {
        await change(.rewardPreferences) { (kept: API.Rewards.UserPreferences) in
            preferences.version >= kept.version ? preferences : kept
        }
    }

    private func change<Value: Codable & Sendable>(
        _ kind: FactTable.Kind,
        _ change: @escaping @Sendable (Value) -> Value
    ) async {
        guard let owner else { return }
        try? await facts.change(kind, of: owner, asOf: generation, change)
    }

    private var facts: FactTable { FactTable(store: client.store) }

    /// The longest row: more than twice what cards come to of which each has all rows and limits.
    private static let mostBytes = 2_097_152
}

extension API.Rewards.CardList {
    /// The list with a card as it is by now, unless it has a later version of it.
    func with(_ card: API.Rewards.CreditCard) -> Self {
        guard let place = cards.firstIndex(where: { $0.id == card.id }) else {
            return Self(cards: [card] + cards)
        }
        guard cards[place].version <= card.version else { return self }
        var cards = cards
        cards[place] = card
        return Self(cards: cards)
    }

    /// The list without a card.
    func without(_ id: ID<Entity.RewardCard>) -> Self {
        Self(cards: cards.filter { $0.id != id })
    }
}
