extension API.Banking {
    /// The Money App document's sign-in.
    static let signIn: [any EndpointDeclaration] = [
        registerUser, loginUser, logoutUser, currentUser,
    ]
}

extension API.Allowance {
    /// The Allowance Tracker document's sign-in.
    static let signIn: [any EndpointDeclaration] = [
        registerParent, registerChild, loginMember,
        refreshMember, currentMember,
    ]
}
