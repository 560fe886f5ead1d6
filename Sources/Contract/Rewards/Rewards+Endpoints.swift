extension API.Rewards {
    /// The room's endpoints.
    public static let endpoints: [any EndpointDeclaration] = [
        listCards, createCard, updateCard, deleteCard, updateSpending,
        getPreferences, updatePreferences,
        recommendCard, sendChatMessage, listChatMessages, deleteChatMessages,
    ]
}
