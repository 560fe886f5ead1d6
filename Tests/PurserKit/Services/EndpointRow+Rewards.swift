import Contract
import PurserKit

extension EndpointRow {
    /// The methods of reward cards, spending, preferences, recommendations and messages.
    static let rewards: [EndpointRow] = [
        EndpointRow(API.Rewards.listCards) { app, _ in try await app.rewards.listCards() },
        EndpointRow(API.Rewards.createCard) { try await $0.rewards.createCard($1) },
        EndpointRow(API.Rewards.updateCard) { app, input in
            let change = API.Rewards.CardUpdate(input.id, name: input.name?.text)
            return try await app.rewards.updateCard(change, of: input.ifMatch?.version)
        },
        EndpointRow(API.Rewards.deleteCard) { app, input in
            try await app.rewards.deleteCard(input.id, of: input.ifMatch?.version)
        },
        EndpointRow(API.Rewards.updateSpending) {
            try await $0.rewards.updateSpending(
                $1.id,
                on: $1.category,
                $1.amount,
                mode: $1.mode
            )
        },
        EndpointRow(API.Rewards.searchCardCatalogue) {
            try await $0.rewards.searchCardCatalogue(
                $1.q,
                limit: $1.limit?.value,
                offset: $1.offset?.value
            )
        },
        EndpointRow(API.Rewards.addCatalogueCard) {
            try await $0.rewards.addCatalogueCard($1.card, name: $1.name, account: $1.accountID)
        },
        EndpointRow(API.Rewards.getPreferences) { app, _ in
            try await app.rewards.getPreferences()
        },
        EndpointRow(API.Rewards.updatePreferences) {
            try await $0.rewards.updatePreferences($1)
        },
        EndpointRow(API.Rewards.recommendCard) { try await $0.rewards.recommendCard($1) },
        EndpointRow(API.Rewards.missedRewards) {
            try await $0.rewards.missedRewards(in: $1.month.month)
        },
        EndpointRow(API.Rewards.sendChatMessage) {
            try await $0.rewards.sendChatMessage($1.content, in: $1.conversationID)
        },
        EndpointRow(API.Rewards.listChatMessages) { try await $0.rewards.listChatMessages($1) },
        EndpointRow(API.Rewards.deleteChatMessages) {
            try await $0.rewards.deleteChatMessages(in: $1.conversationID)
        },
    ]
}
