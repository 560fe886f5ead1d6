public import Kernel

extension API.Guardian {
    /// A purchase somebody is about to make.
    public struct AuthorizeRequest: WireInput, SnakeCaseKeys, Equatable {
        /// The price in cents, more than zero.
        public let amountCents: Int64
        /// The merchant, 1...120 characters.
        public let merchant: String
        /// The category, 1...32 characters; found by merchant and code when it is left out.
        public let category: String?
        /// The merchant category code, 0...9999 (ISO 18245).
        public let mcc: Int64?

        /// Makes a request.
        public init(
            amountCents: Int64,
            merchant: String,
            category: String? = nil,
            mcc: Int64? = nil
        ) {
            self.amountCents = amountCents
            self.merchant = merchant
            self.category = category
            self.mcc = mcc
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .amount("amount_cents") { $0.amountCents },
            .text("merchant", upTo: Limits.merchantCharacters) { $0.merchant },
            .text("category", upTo: Limits.categoryCharacters) { $0.category },
            .integer("mcc", in: 0...9_999) { $0.mcc },
        ]
    }

    /// A decision with its reasons.
    public struct AuthorizeResponse: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// Whether the purchase may go ahead.
        public let decision: AuthorizeDecision
        /// The check that decided.
        public let reason: AuthorizeReason
        /// A sentence for the member, on a decline and on a warning.
        public let message: String?
        /// The id under which the decision is kept.
        public let decisionID: ID<Entity.Decision>
        /// The checks that ran, in order.
        @PreEncoded public var trace: [AuthorizeCheck]
        /// The card to pay with; left out where the member has no active reward card.
        public let recommendedCard: RecommendedCard?

        /// Makes an answer.
        public init(
            decision: AuthorizeDecision,
            reason: AuthorizeReason,
            message: String?,
            decisionID: ID<Entity.Decision>,
            trace: PreEncoded<[AuthorizeCheck]>,
            recommendedCard: RecommendedCard? = nil
        ) {
            self.decision = decision
            self.reason = reason
            self.message = message
            self.decisionID = decisionID
            _trace = trace
            self.recommendedCard = recommendedCard
        }
    }

    /// The two answers.
    public enum AuthorizeDecision: String, Codable, Sendable, CaseIterable, WireEnum {
        /// The purchase may go ahead.
        case approve = "APPROVE"
        /// It may not.
        case decline = "DECLINE"
    }

    /// Why a purchase was decided as it was.
    public enum AuthorizeReason: String, Codable, Sendable, CaseIterable, WireEnum {
        /// A parent allowed exactly this.
        case override
        /// The member is where purchases are blocked.
        case locationBlock = "location_block"
        /// A monthly limit speaks against it.
        case risky
        /// A policy speaks against it.
        case policy
        /// A policy warns about it.
        case policyWarn = "policy_warn"
        /// The member is where purchases are warned about.
        case locationWarn = "location_warn"
        /// The wallet that is to pay holds less.
        case insufficientFunds = "insufficient_funds"
        /// Nothing speaks against it.
        case ok
    }

    /// One check of a decision.
    public struct AuthorizeCheck: Codable, Sendable, Equatable {
        /// Which check: `override`, `geofence_block`, `rule_limit`, `policy`, `geofence_warn`,
        /// `wallet`.
        public let check: String
        /// What it found: `approve`, `decline`, `pass`, `skip`.
        public let outcome: String
        /// One sentence with the figures used.
        public let detail: String

        /// Makes a check.
        public init(check: String, outcome: String, detail: String) {
            self.check = check
            self.outcome = outcome
            self.detail = detail
        }
    }

    /// A trace with its JSON, written without an encoder: every decision does this while all others
    /// wait for the writer.
    public static func encoded(_ trace: [AuthorizeCheck]) -> PreEncoded<[AuthorizeCheck]> {
        guard !trace.isEmpty else { return PreEncoded(trace, json: "[]") }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(JSONText.usualBytes)
        for check in trace {
            let start = bytes.isEmpty ? #"[{"check":"# : #"},{"check":"#
            JSONText.append(verbatim: start, to: &bytes)
            JSONText.append(check.check, to: &bytes)
            JSONText.append(verbatim: #","outcome":"#, to: &bytes)
            JSONText.append(check.outcome, to: &bytes)
            JSONText.append(verbatim: #","detail":"#, to: &bytes)
            JSONText.append(check.detail, to: &bytes)
        }
        JSONText.append(verbatim: "}]", to: &bytes)
        return PreEncoded(trace, json: String(decoding: bytes, as: UTF8.self))
    }

    /// Decides whether a purchase may go ahead, and says why.
    public static let authorizePurchase = Endpoint<AuthorizeRequest, AuthorizeResponse>(
        "authorizePurchase",
        .post,
        "/guardian/authorize",
        "Decides whether a purchase may go ahead, and says why.",
        access: .member,
        surface: .guardian,
        example: AuthorizeRequest(amountCents: 5_000, merchant: "Starbucks", category: "fun"),
        answers: AuthorizeResponse(
            decision: .decline,
            reason: .risky,
            message: "This looks risky based on your rule.",
            decisionID: ID(RawID(high: 0x0194_6A5C_F400_7000, low: 0x8000_0000_0000_0001)),
            trace: PreEncoded(wrappedValue: [
                AuthorizeCheck(
                    check: "override",
                    outcome: "pass",
                    detail: "No unused override for this merchant and amount."
                ),
                AuthorizeCheck(
                    check: "geofence_block",
                    outcome: "skip",
                    detail: "No geofence is set."
                ),
                AuthorizeCheck(
                    check: "rule_limit",
                    outcome: "decline",
                    detail: "fun: $50.00 on top of $160.00 this month is more than $200.00."
                ),
            ])
        ),
        waits: .zero
    )
}
