extension API.Banking {
    /// The room's endpoints, and the document's own sign-in.
    public static let endpoints: [any EndpointDeclaration] =
        signIn + [
            createLinkToken, exchangePublicToken,
            listAccounts, deleteAccount, syncAccounts, syncStatus,
            listTransactions, recentTransactions, summarizeTransactions, listCategories,
            exportTransactions,
            importBankFile, listImports, importStatus, revertImport,
            registerDeviceToken, testNotification,
            getNotificationPreferences, setNotificationPreferences,
        ]
}
