extension API.Banking {
    /// The categories that transactions have.
    public struct CategoriesResponse: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The words, sorted: those of the document, and the caller's own.
        public let categories: [String]
        /// How many.
        public let total: Int64

        /// Makes an answer.
        public init(_ categories: [String]) {
            self.categories = categories
            self.total = Int64(categories.count)
        }
    }

    /// Lists the categories that transactions have.
    public static let listCategories = Endpoint<Empty, CategoriesResponse>(
        "listCategories",
        .get,
        "/api/transactions/categories",
        "Lists the categories that transactions have: the document's, and the caller's own.",
        access: .member,
        surface: .banking,
        answers: CategoriesResponse(["Food and Drink", "Transportation"])
    )
}
