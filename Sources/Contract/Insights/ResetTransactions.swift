extension API.Insights {
    /// What is to be forgotten beside transactions.
    ///
    /// The body is closed: a field it does not know is refused.
    public struct TransactionsResetRequest: WireInput, Equatable {
        /// Whether banks are unlinked as well, and their accounts removed; `false` when left out.
        public let unlinkPlaid: Bool?

        /// Makes a request.
        public init(unlinkPlaid: Bool? = nil) {
            self.unlinkPlaid = unlinkPlaid
        }

        /// The only field the body may have.
        public static let closedFields: Set<String>? = ["unlinkPlaid"]
    }

    /// How a reset stands.
    public enum ResetStatus: String, Codable, Sendable, CaseIterable, WireEnum {
        /// What is not done yet follows.
        case accepted = "ACCEPTED"
    }

    /// That transactions are forgotten.
    public struct TransactionsResetResponse: Codable, Sendable, Equatable {
        /// How it stands.
        public let status: ResetStatus
        /// The trace of this call.
        public let traceID: String

        /// Makes an answer.
        public init(status: ResetStatus = .accepted, traceID: String) {
            self.status = status
            self.traceID = traceID
        }
    }

    /// Forgets the caller's imported transactions.
    public static let resetTransactions = Endpoint<
        TransactionsResetRequest, TransactionsResetResponse
    >(
        "resetTransactions",
        .post,
        "/transactions/reset",
        "Forgets the caller's imported transactions and edits; accounts and balances stay.",
        access: .member,
        surface: .insights,
        status: 202,
        refusals: [.bankFailure],
        example: TransactionsResetRequest(unlinkPlaid: false),
        answers: TransactionsResetResponse(traceID: exampleTrace),
        waits: .zero
    )
}
