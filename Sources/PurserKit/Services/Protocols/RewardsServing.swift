public import Contract
public import Kernel

/// What ``RewardsService`` does: reward cards, spending and preferences.
///
/// Code of an app that takes this, and not the service itself, has a stand-in in its tests. Each
/// requirement is the service's own by that name; arguments that it may leave out are named here.
public protocol RewardsServing: Sendable {
    func listCards() async throws -> API.Rewards.CardList
    @discardableResult
    func createCard(
        _ card: API.Rewards.CardInput
    ) async throws -> Written<API.Rewards.CreditCard>
    @discardableResult
    func updateCard(
        _ change: API.Rewards.CardUpdate,
        of version: Int64?
    ) async throws -> Written<API.Rewards.CreditCard>
    @discardableResult
    func deleteCard(
        _ id: ID<Entity.RewardCard>,
        of version: Int64?
    ) async throws -> Written<API.Rewards.CardDeletion>
    @discardableResult
    func updateSpending(
        _ id: ID<Entity.RewardCard>,
        on category: API.Rewards.SpendingCategory,
        _ amount: DecimalAmount,
        mode: API.Rewards.SpendingMode?,
        of version: Int64?
    ) async throws -> Written<API.Rewards.CreditCard>
    func getPreferences() async throws -> API.Rewards.UserPreferences
    @discardableResult
    func updatePreferences(
        _ change: API.Rewards.UserPreferencesInput
    ) async throws -> Written<API.Rewards.UserPreferences>
    func recommendCard(
        _ purchase: API.Rewards.RecommendationRequest
    ) async throws -> API.Rewards.RecommendationResponse
    func missedRewards(in month: CivilMonth) async throws -> API.Rewards.MissedRewards
    @discardableResult
    func sendChatMessage(
        _ content: String,
        in conversationID: ID<Entity.Conversation>?
    ) async throws -> API.Rewards.ChatMessage
    func listChatMessages(
        _ query: API.Rewards.MessageQuery
    ) async throws -> API.Rewards.MessageList
    @discardableResult
    func deleteChatMessages(
        in conversationID: ID<Entity.Conversation>?
    ) async throws -> Written<Empty>
    func searchCardCatalogue(
        _ text: String?,
        limit: Int64?,
        offset: Int64?
    ) async throws -> API.Rewards.CatalogueList
    @discardableResult
    func addCatalogueCard(
        _ card: String,
        name: String?,
        account: ID<Entity.Account>?
    ) async throws -> Written<API.Rewards.CreditCard>
}

extension RewardsService: RewardsServing {}
