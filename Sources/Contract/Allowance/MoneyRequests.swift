public import Kernel

extension API.Allowance {
    /// What became of a child's request for money.
    public enum MoneyRequestState: String, Codable, Sendable, CaseIterable, WireEnum {
        /// No parent decided it yet.
        case pending = "Pending"
        /// A parent agreed; the money is paid.
        case approved = "Approved"
        /// A parent did not agree.
        case declined = "Declined"

        static var ignoresCase: Bool { true }
    }

    /// Money that a child asks for.
    public struct MoneyRequest: WireInput, Equatable {
        /// How much, more than zero and at most 10000.
        public let amount: DecimalAmount
        /// What for, 1...500 characters.
        public let purpose: String

        /// Makes a request.
        public init(amount: DecimalAmount, purpose: String) {
            self.amount = amount
            self.purpose = purpose
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .moving("amount", upTo: Limits.requestMinor) { $0.amount },
            .text("purpose", upTo: Limits.descriptionCharacters) { $0.purpose },
        ]
    }

    /// Which requests to list.
    public struct MoneyRequestsRequest: WireInput, Equatable {
        /// Only those of this state; all when left out.
        public let state: MoneyRequestState?

        /// Makes a request.
        public init(state: MoneyRequestState? = nil) {
            self.state = state
        }
    }

    /// What a parent says to a request.
    public struct MoneyRequestDecision: WireInput, Equatable {
        /// The request.
        public let requestID: ID<Entity.MoneyRequest>
        /// A word to the child, at most 500 characters.
        public let message: String?

        /// Makes a request.
        public init(requestID: ID<Entity.MoneyRequest>, message: String? = nil) {
            self.requestID = requestID
            self.message = message
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("message", upTo: Limits.descriptionCharacters) { $0.message }
        ]
    }

    /// A child's request for money, with what became of it.
    public struct MoneyRequestResponse: Codable, Sendable, Equatable {
        /// The request.
        public let id: ID<Entity.MoneyRequest>
        /// The child.
        public let childID: ID<Entity.Child>
        /// How much.
        public let amount: DecimalAmount
        /// What for.
        public let purpose: String
        /// What became of it.
        public let state: MoneyRequestState
        /// When the child asked.
        public let askedAt: WireTimestamp
        /// When a parent decided; absent until then.
        public let decidedAt: WireTimestamp?
        /// What the parent said.
        public let message: String?
        /// The movement that paid it.
        public let transactionID: ID<Entity.Transfer>?

        /// Makes an answer.
        public init(
            id: ID<Entity.MoneyRequest>,
            childID: ID<Entity.Child>,
            amount: DecimalAmount,
            purpose: String,
            state: MoneyRequestState,
            askedAt: WireTimestamp,
            decidedAt: WireTimestamp?,
            message: String?,
            transactionID: ID<Entity.Transfer>?
        ) {
            self.id = id
            self.childID = childID
            self.amount = amount
            self.purpose = purpose
            self.state = state
            self.askedAt = askedAt
            self.decidedAt = decidedAt
            self.message = message
            self.transactionID = transactionID
        }
    }

    /// What children ask for.
    public struct MoneyRequestListResponse: Codable, Sendable, Equatable {
        /// The newest hundred, newest first.
        public let requests: [MoneyRequestResponse]

        /// Makes an answer.
        public init(requests: [MoneyRequestResponse]) {
            self.requests = requests
        }
    }

    /// Asks the parents for money.
    public static let requestMoney = Endpoint<MoneyRequest, MoneyRequestResponse>(
        "requestMoney",
        .post,
        "/api/v1/requests",
        "Asks the parents for money.",
        access: .child,
        surface: .allowance,
        status: 201,
        example: MoneyRequest(amount: DecimalAmount(minor: 1_250), purpose: "Class trip"),
        answers: exampleRequest(.pending)
    )

    /// Lists what children ask for.
    public static let listMoneyRequests = Endpoint<MoneyRequestsRequest, MoneyRequestListResponse>(
        "listMoneyRequests",
        .get,
        "/api/v1/requests",
        "Lists the newest hundred requests for money, newest first; a child sees its own.",
        access: .member,
        surface: .allowance,
        example: MoneyRequestsRequest(state: .pending),
        answers: MoneyRequestListResponse(requests: [exampleRequest(.pending)])
    )

    /// Agrees to a request, and pays it.
    public static let approveMoneyRequest = Endpoint<MoneyRequestDecision, MoneyRequestResponse>(
        "approveMoneyRequest",
        .post,
        "/api/v1/requests/{requestId}/approve",
        "Agrees to a request, and pays it into the child's wallet.",
        access: .parent,
        surface: .allowance,
        refusals: [.insufficientFunds],
        example: MoneyRequestDecision(requestID: exampleRequestID, message: "Have fun"),
        answers: exampleRequest(.approved, "Have fun")
    )

    /// Does not agree to a request.
    public static let declineMoneyRequest = Endpoint<MoneyRequestDecision, MoneyRequestResponse>(
        "declineMoneyRequest",
        .post,
        "/api/v1/requests/{requestId}/decline",
        "Does not agree to a request.",
        access: .parent,
        surface: .allowance,
        example: MoneyRequestDecision(requestID: exampleRequestID, message: "Next month"),
        answers: exampleRequest(.declined, "Next month")
    )

    private static let exampleRequestID = ID<Entity.MoneyRequest>(
        RawID(high: 0x0194_6A5C_F400_7000, low: 0x8000_0000_0000_0041)
    )

    private static func exampleRequest(
        _ state: MoneyRequestState,
        _ message: String? = nil
    ) -> MoneyRequestResponse {
        MoneyRequestResponse(
            id: exampleRequestID,
            childID: exampleChild,
            amount: DecimalAmount(minor: 1_250),
            purpose: "Class trip",
            state: state,
            askedAt: WireTimestamp(Timestamp(seconds: 1_736_937_000)),
            decidedAt: state == .pending
                ? nil : WireTimestamp(Timestamp(seconds: 1_736_937_060)),
            message: message,
            transactionID: state == .approved ? exampleTransfer : nil
        )
    }
}
