extension API.Rewards {
    /// The room's endpoints.
    public static let endpoints: [any EndpointDeclaration] = [
        listCards, createCard, updateCard, deleteCard, updateSpending,
        searchCardCatalogue, addCatalogueCard,
        getPreferences, updatePreferences,
        recommendCard, missedRewards, sendChatMessage, listChatMessages, deleteChatMessages,
    ]
}
