public import Kernel

extension API.Guardian {
    /// Which decisions to list.
    public struct DecisionsRequest: WireInput, SnakeCaseKeys, Equatable {
        /// The child; the caller when left out.
        public let userID: MemberReference?
        /// Only those that were made before this one; the newest when left out.
        public let before: ID<Entity.Decision>?
        /// How many, 1...100; 20 when left out.
        public let limit: PageNumber?

        /// Makes a request.
        public init(
            userID: MemberReference? = nil,
            before: ID<Entity.Decision>? = nil,
            limit: PageNumber? = nil
        ) {
            self.userID = userID
            self.before = before
            self.limit = limit
        }
    }

    /// A decision as its list shows it.
    public struct DecisionRow: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The decision, which `before` takes.
        public let decisionID: ID<Entity.Decision>
        /// Who asked.
        public let userID: ID<Entity.Member>
        /// The merchant as it was named.
        public let merchant: String
        /// The exact price in cents.
        public let amountCents: Int64
        /// The category.
        public let category: String
        /// Whether the purchase might go ahead.
        public let decision: AuthorizeDecision
        /// The check that decided.
        public let reason: AuthorizeReason
        /// The sentence that the member was told.
        public let message: String?
        /// When it was decided.
        public let decidedAt: GuardianTimestamp

        /// Makes a row.
        public init(
            decisionID: ID<Entity.Decision>,
            userID: ID<Entity.Member>,
            merchant: String,
            amountCents: Int64,
            category: String,
            decision: AuthorizeDecision,
            reason: AuthorizeReason,
            message: String?,
            decidedAt: GuardianTimestamp
        ) {
            self.decisionID = decisionID
            self.userID = userID
            self.merchant = merchant
            self.amountCents = amountCents
            self.category = category
            self.decision = decision
            self.reason = reason
            self.message = message
            self.decidedAt = decidedAt
        }
    }

    /// Decisions of a member.
    public struct DecisionList: Codable, Sendable, Equatable {
        /// The newest first.
        public let decisions: [DecisionRow]

        /// Makes an answer.
        public init(decisions: [DecisionRow]) {
            self.decisions = decisions
        }
    }

    /// Lists what was decided about a member's purchases, allowed or not.
    public static let listDecisions = Endpoint<DecisionsRequest, DecisionList>(
        "listDecisions",
        .get,
        "/decisions",
        "Lists what was decided about a member's purchases, newest first, or before one of them.",
        access: .member,
        surface: .guardian,
        example: DecisionsRequest(limit: PageNumber(20)),
        answers: DecisionList(decisions: [.example])
    )
}

extension API.Guardian.DecisionRow {
    static let example = Self(
        decisionID: API.Guardian.DecisionReference.example.id,
        userID: ID(RawID(high: 0x0194_6A5C_F400_7000, low: 0x8000_0000_0000_0002)),
        merchant: "Starbucks",
        amountCents: 5_000,
        category: "fun",
        decision: .decline,
        reason: .risky,
        message: "This looks risky based on your rule.",
        decidedAt: GuardianTimestamp(Timestamp(seconds: 1_736_937_000))
    )
}
