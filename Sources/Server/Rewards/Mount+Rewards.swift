import Contract
import Operations

extension Mount {
    /// Serves reward cards, spending, preferences, recommendations and messages.
    mutating func serveRewards(_ rewards: RewardsOperations) {
        serve(API.Rewards.listCards, rewards.listCards)
        serve(API.Rewards.createCard, rewards.createCard)
        serve(API.Rewards.updateCard, rewards.updateCard)
        serve(API.Rewards.deleteCard, rewards.deleteCard)
        serve(API.Rewards.updateSpending, rewards.updateSpending)
        serve(API.Rewards.searchCardCatalogue, rewards.searchCardCatalogue)
        serve(API.Rewards.addCatalogueCard, rewards.addCatalogueCard)
        serve(API.Rewards.getPreferences, rewards.getPreferences)
        serve(API.Rewards.updatePreferences, rewards.updatePreferences)
        serve(API.Rewards.recommendCard, rewards.recommendCard)
        serve(API.Rewards.missedRewards, rewards.missedRewards)
        serve(API.Rewards.sendChatMessage, rewards.sendChatMessage)
        serve(API.Rewards.listChatMessages, rewards.listChatMessages)
        serve(API.Rewards.deleteChatMessages, rewards.deleteChatMessages)
    }
}
