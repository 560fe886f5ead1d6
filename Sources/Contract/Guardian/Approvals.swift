public import Kernel

extension API.Guardian {
    /// What became of a child's request.
    public enum ApprovalState: String, Codable, Sendable, CaseIterable, WireEnum {
        /// No parent decided it yet.
        case pending
        /// A parent allowed the purchase.
        case approved
        /// A parent did not allow it.
        case refused
        /// Nobody decided it for a day.
        case expired
    }

    /// What a parent says to a request.
    public enum ApprovalDecision: String, Codable, Sendable, CaseIterable, WireEnum {
        /// Allows the purchase, once.
        case approve
        /// Does not allow it.
        case refuse
    }

    /// Which requests to list.
    public struct ApprovalsRequest: WireInput, Equatable {
        /// Only those of this state; all when left out.
        public let state: ApprovalState?

        /// Makes a request.
        public init(state: ApprovalState? = nil) {
            self.state = state
        }
    }

    /// A parent's decision of a child's request.
    public struct ApprovalAnswer: WireInput, Equatable {
        /// The integer id of the request.
        public let id: Int64
        /// What the parent says.
        public let decision: ApprovalDecision

        /// Makes a request.
        public init(id: Int64, decision: ApprovalDecision) {
            self.id = id
            self.decision = decision
        }
    }

    /// A child's request to be allowed a purchase that was declined.
    public struct Approval: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The integer id.
        public let id: Int64
        /// The child.
        public let userID: ID<Entity.Member>
        /// The merchant as it was named.
        public let merchant: String
        /// The exact price in cents.
        public let amountCents: Int64
        /// The category.
        public let category: String
        /// The check that declined the purchase.
        public let reason: AuthorizeReason
        /// The sentence that the child was told.
        public let message: String
        /// What became of the request.
        public let state: ApprovalState
        /// When the purchase was declined.
        public let createdAt: GuardianTimestamp
        /// When a parent decided; absent until then.
        public let decidedAt: GuardianTimestamp?
        /// The decision that declined the purchase.
        public let decisionID: ID<Entity.Decision>

        /// Makes a request as it is shown.
        public init(
            id: Int64,
            userID: ID<Entity.Member>,
            merchant: String,
            amountCents: Int64,
            category: String,
            reason: AuthorizeReason,
            message: String,
            state: ApprovalState,
            createdAt: GuardianTimestamp,
            decidedAt: GuardianTimestamp?,
            decisionID: ID<Entity.Decision>
        ) {
            self.id = id
            self.userID = userID
            self.merchant = merchant
            self.amountCents = amountCents
            self.category = category
            self.reason = reason
            self.message = message
            self.state = state
            self.createdAt = createdAt
            self.decidedAt = decidedAt
            self.decisionID = decisionID
        }
    }

    /// Lists what children asked to be allowed, newest first.
    public static let listApprovals = Endpoint<ApprovalsRequest, [Approval]>(
        "listApprovals",
        .get,
        "/guardian/approvals",
        "Lists the newest hundred purchases that children asked to be allowed, newest first.",
        access: .member,
        surface: .guardian,
        example: ApprovalsRequest(state: .pending),
        answers: [exampleApproval(.pending)]
    )

    /// Allows a purchase that a child asked for, or refuses it.
    public static let decideApproval = Endpoint<ApprovalAnswer, Approval>(
        "decideApproval",
        .post,
        "/guardian/approvals/{id}",
        "Allows a purchase that a child asked for within the next five minutes, or refuses it.",
        access: .parent,
        surface: .guardian,
        example: ApprovalAnswer(id: 1, decision: .approve),
        answers: exampleApproval(.approved)
    )

    private static func exampleApproval(_ state: ApprovalState) -> Approval {
        Approval(
            id: 1,
            userID: ID(RawID(high: 0x0194_6A5C_F400_7000, low: 0x8000_0000_0000_0002)),
            merchant: "Starbucks",
            amountCents: 5_000,
            category: "fun",
            reason: .risky,
            message: "This looks risky based on your rule.",
            state: state,
            createdAt: GuardianTimestamp(Timestamp(seconds: 1_736_937_000)),
            decidedAt: state == .pending
                ? nil : GuardianTimestamp(Timestamp(seconds: 1_736_937_060)),
            decisionID: ID(RawID(high: 0x0194_6A5C_F400_7000, low: 0x8000_0000_0000_0001))
        )
    }
}
