extension API.Banking {
    /// The room's endpoints, and the document's own sign-in.
    public static let endpoints: [any EndpointDeclaration] =
        signIn + [
            listAccounts,
            listTransactions, recentTransactions, summarizeTransactions, listCategories,
        ]
}
