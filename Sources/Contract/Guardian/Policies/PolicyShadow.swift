public import Kernel

extension API.Guardian {
    /// Since when a policy in shadow is asked about.
    public struct ShadowRequest: WireInput, Equatable {
        /// The policy.
        public let id: ID<Entity.Policy>
        /// Since when; since it is in shadow when left out.
        public let since: WireTimestamp?

        /// Makes a request.
        public init(_ id: ID<Entity.Policy>, since: WireTimestamp? = nil) {
            self.id = id
            self.since = since
        }
    }

    /// What a policy in shadow would have answered.
    public struct ShadowReport: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// Since when decisions were looked at.
        public let since: GuardianTimestamp
        /// How many there were.
        public let decisions: Int
        /// How many of them it would have declined.
        public let wouldDecline: Int
        /// How many of them it would have asked a parent about.
        public let wouldAsk: Int
        /// How many of them it would have warned about.
        public let wouldWarn: Int
        /// The sum of those that it was true for, in cents.
        public let sumCents: Int64
        /// How many of them were answered otherwise.
        public let disagreements: Int
        /// Those that it was true for, the newest first, at most 20.
        public let examples: [ShadowExample]

        /// Makes a report.
        public init(
            since: GuardianTimestamp,
            decisions: Int,
            wouldDecline: Int,
            wouldAsk: Int,
            wouldWarn: Int,
            sumCents: Int64,
            disagreements: Int,
            examples: [ShadowExample]
        ) {
            self.since = since
            self.decisions = decisions
            self.wouldDecline = wouldDecline
            self.wouldAsk = wouldAsk
            self.wouldWarn = wouldWarn
            self.sumCents = sumCents
            self.disagreements = disagreements
            self.examples = examples
        }
    }

    /// A decision that a policy in shadow was true for.
    public struct ShadowExample: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The decision.
        public let decisionID: ID<Entity.Decision>
        /// The merchant as it was named.
        public let merchant: String
        /// The price in cents.
        public let amountCents: Int64
        /// When it was decided.
        public let decidedAt: GuardianTimestamp
        /// What was answered.
        public let answer: AuthorizeDecision
        /// What the policy would have answered.
        public let wouldBe: PolicyAction

        /// Makes an example.
        public init(
            decisionID: ID<Entity.Decision>,
            merchant: String,
            amountCents: Int64,
            decidedAt: GuardianTimestamp,
            answer: AuthorizeDecision,
            wouldBe: PolicyAction
        ) {
            self.decisionID = decisionID
            self.merchant = merchant
            self.amountCents = amountCents
            self.decidedAt = decidedAt
            self.answer = answer
            self.wouldBe = wouldBe
        }
    }
}
