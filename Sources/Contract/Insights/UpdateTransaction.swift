public import Kernel

extension API.Insights {
    /// What a transaction is to be called from now on.
    ///
    /// The body is closed: a field it does not know is refused.
    public struct TransactionUpdateRequest: WireInput, Equatable {
        /// The transaction.
        public let transactionID: ID<Entity.Entry>
        /// The category, 1...64 characters; as it is when left out.
        public let category: String?
        /// Notes, at most 255 characters; as they are when left out, none when empty.
        public let notes: ClearableText?

        /// Makes a request.
        public init(
            transactionID: ID<Entity.Entry>,
            category: String? = nil,
            notes: ClearableText? = nil
        ) {
            self.transactionID = transactionID
            self.category = category
            self.notes = notes
        }

        enum CodingKeys: String, CodingKey, CaseIterable {
            case transactionID = "transactionId"
            case category
            case notes
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("category", upTo: Limits.editedCategoryCharacters) { $0.category },
            FieldRule("category", reading: ["notes"]) { body in
                body.category == nil && body.notes == nil ? "or notes must be there" : nil
            },
            .text("notes", upTo: Limits.notesCharacters) { $0.notes?.text },
        ]

        /// The only fields the body may have, and what the path names.
        public static let closedFields: Set<String>? = Set(CodingKeys.allCases.map(\.rawValue))
    }

    /// Gives a transaction another category or notes.
    public static let updateTransaction = Endpoint<TransactionUpdateRequest, Transaction>(
        "updateTransaction",
        .patch,
        "/transactions/{transactionId}",
        "Gives a transaction another category or notes, beside what the bank says of it.",
        access: .member,
        surface: .insights,
        example: TransactionUpdateRequest(
            transactionID: Transaction.example("").id,
            category: "dining",
            notes: "party"
        ),
        answers: .example("Dining", notes: "party", traceID: exampleTrace)
    )
}
