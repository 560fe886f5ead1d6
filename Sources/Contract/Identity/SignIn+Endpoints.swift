extension API.Banking {
    /// The Money App document's endpoints; its sign-in is all that stands of them.
    public static let endpoints: [any EndpointDeclaration] = [
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
