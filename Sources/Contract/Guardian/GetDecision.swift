public import Kernel

extension API.Guardian {
    /// One decision.
    public struct DecisionReference: WireInput, Equatable {
        /// The decision.
        public let id: ID<Entity.Decision>

        /// Makes a request.
        public init(_ id: ID<Entity.Decision>) {
            self.id = id
        }

        static let example = Self(
            ID(RawID(high: 0x0194_6A5C_F400_7000, low: 0x8000_0000_0000_0001))
        )
    }

    /// What a decision's member asked to be allowed, and what was said to it.
    public struct DecisionApproval: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The integer id of the request.
        public let id: Int64
        /// What became of it.
        public let state: ApprovalState
        /// When a parent decided; absent until then.
        public let decidedAt: GuardianTimestamp?

        /// Makes it.
        public init(id: Int64, state: ApprovalState, decidedAt: GuardianTimestamp?) {
            self.id = id
            self.state = state
            self.decidedAt = decidedAt
        }
    }

    /// A permission for exactly a decision's purchase: the one that it used, else the first that
    /// came within a day.
    public struct DecisionOverride: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// When a parent allowed the purchase.
        public let ts: GuardianTimestamp
        /// Whether the purchase was made.
        public let used: Bool
        /// The decision that used it; absent where none did.
        public let usedBy: ID<Entity.Decision>?

        /// Makes it.
        public init(ts: GuardianTimestamp, used: Bool, usedBy: ID<Entity.Decision>?) {
            self.ts = ts
            self.used = used
            self.usedBy = usedBy
        }
    }

    /// A decision with its reasons, and what became of it.
    public struct TracedDecision: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The decision.
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
        /// The checks that ran, in order.
        @PreEncoded public var trace: [AuthorizeCheck]
        /// What was asked of a parent; absent where nothing was.
        public let approval: DecisionApproval?
        /// What a parent allowed; absent where nothing was.
        public let override: DecisionOverride?

        /// Makes an answer.
        public init(
            _ row: DecisionRow,
            trace: PreEncoded<[AuthorizeCheck]>,
            approval: DecisionApproval? = nil,
            override: DecisionOverride? = nil
        ) {
            decisionID = row.decisionID
            userID = row.userID
            merchant = row.merchant
            amountCents = row.amountCents
            category = row.category
            decision = row.decision
            reason = row.reason
            message = row.message
            decidedAt = row.decidedAt
            _trace = trace
            self.approval = approval
            self.override = override
        }
    }

    /// A trace as it is stored: the JSON that was answered once is answered again.
    ///
    /// - Returns: `nil` where the text is no trace of ours.
    public static func trace(json: String) -> PreEncoded<[AuthorizeCheck]>? {
        guard case .array(let values)? = try? JSONParser.parse(json.utf8) else { return nil }
        let checks = values.compactMap { value -> AuthorizeCheck? in
            guard case .string(let check)? = value["check"],
                case .string(let outcome)? = value["outcome"],
                case .string(let detail)? = value["detail"]
            else { return nil }
            return AuthorizeCheck(check: check, outcome: outcome, detail: detail)
        }
        return checks.count == values.count ? PreEncoded(checks, json: json) : nil
    }

    /// Tells a decision with its trace, and what became of it.
    public static let getDecision = Endpoint<DecisionReference, TracedDecision>(
        "getDecision",
        .get,
        "/decisions/{id}",
        "Tells a decision with its trace, and what a parent was asked and said about it.",
        access: .member,
        surface: .guardian,
        example: .example,
        answers: TracedDecision(
            .example,
            trace: PreEncoded(wrappedValue: authorizePurchase.answers.trace),
            approval: DecisionApproval(
                id: 1,
                state: .approved,
                decidedAt: GuardianTimestamp(Timestamp(seconds: 1_736_937_060))
            ),
            override: DecisionOverride(
                ts: GuardianTimestamp(Timestamp(seconds: 1_736_937_060)),
                used: false,
                usedBy: nil
            )
        )
    )
}
