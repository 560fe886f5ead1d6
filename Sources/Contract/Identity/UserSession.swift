extension API.Banking {
    /// That it was done.
    public struct SuccessResponse: Codable, Sendable, Equatable {
        /// What was done, in one sentence.
        public let message: String

        /// Makes an answer.
        public init(message: String) {
            self.message = message
        }
    }

    /// Ends the session; its tokens are refused from the next request on.
    public static let logoutUser = Endpoint<Empty, SuccessResponse>(
        "logoutUser",
        .post,
        "/api/auth/logout",
        "Ends the session; its tokens are refused from the next request on.",
        access: .member,
        scope: .nothing,
        surface: .banking,
        answers: SuccessResponse(message: "Signed out"),
        waits: .zero
    )

    /// The user who is signed in.
    public static let currentUser = Endpoint<Empty, User>(
        "currentUser",
        .get,
        "/api/auth/me",
        "Shows the user who is signed in.",
        access: .member,
        surface: .banking,
        answers: .example
    )
}
