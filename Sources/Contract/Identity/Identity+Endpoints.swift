extension API.Identity {
    /// The room's endpoints.
    public static let endpoints: [any EndpointDeclaration] = [
        exchangeToken,
        changePassword, changeEmail,
        getSecondFactor, beginSecondFactor,
        confirmSecondFactor, disableSecondFactor,
        listSessions, endSession, endSessions,
        createInvitation, listInvitations, withdrawInvitation,
        registerInvited, listAccountEvents,
        passkeyOptions, addPasskey, listPasskeys,
        deletePasskey,
    ]
}
