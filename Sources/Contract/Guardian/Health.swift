extension API.Guardian {
    /// That the server is there, and where two of its doors are.
    public struct Health: Codable, Sendable, Equatable {
        /// `ok` when requests are served.
        public let status: String
        /// One sentence.
        public let message: String
        /// Paths by purpose.
        public let endpoints: [String: String]

        /// What a server that serves answers.
        public static let ok = Self(
            status: "ok",
            message: "Purser is running",
            endpoints: [
                "location_check": "/location-check",
                "transaction_scoring": "/score-transaction",
            ]
        )
    }

    /// Tells that the server is ready: the database answers and its schema is current.
    public static let health = Endpoint<Empty, Health>(
        "health",
        .get,
        "/health",
        "Tells that the server is ready to serve.",
        access: .anyone,
        surface: .guardian,
        answers: .ok
    )

    /// The same at the root, as the document has it.
    public static let root = Endpoint<Empty, Health>(
        "root",
        .get,
        "/",
        "Tells that the server is ready to serve; a browser is sent to the web app.",
        access: .anyone,
        surface: .guardian,
        answers: .ok
    )
}
