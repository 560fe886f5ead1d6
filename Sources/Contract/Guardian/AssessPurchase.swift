import Kernel

extension API.Guardian {
    /// A purchase to think about.
    public struct PurchaseQuestion: WireInput, SnakeCaseKeys, Equatable {
        /// The price in cents, more than zero.
        public let amountCents: Int64
        /// The merchant, 1...120 characters.
        public let merchant: String
        /// The category, 1...32 characters; found by merchant and code when it is left out.
        public let category: String?
        /// The merchant category code, 0...9999 (ISO 18245).
        public let mcc: Int64?
        /// The child who would buy; the caller when left out.
        public let userID: MemberReference?

        /// Makes a question.
        public init(
            amountCents: Int64,
            merchant: String,
            category: String? = nil,
            mcc: Int64? = nil,
            userID: MemberReference? = nil
        ) {
            self.amountCents = amountCents
            self.merchant = merchant
            self.category = category
            self.mcc = mcc
            self.userID = userID
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .amount("amount_cents") { $0.amountCents },
            .text("merchant", upTo: Limits.merchantCharacters) { $0.merchant },
            .text("category", upTo: Limits.categoryCharacters) { $0.category },
            .integer("mcc", in: 0...9_999) { $0.mcc },
        ]
    }

    /// What is to be thought of a purchase, with the figures.
    public struct Assessment: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The purchase.
        public let input: AssessedPurchase
        /// The member's limit for the category; `null` where there is none.
        @Nullable public var existingRule: CategoryLimit?
        /// The figures.
        public let metrics: PurchaseMetrics
        /// What follows from them.
        public let assessment: PurchaseVerdict

        /// Makes an assessment.
        public init(
            input: AssessedPurchase,
            existingRule: CategoryLimit?,
            metrics: PurchaseMetrics,
            assessment: PurchaseVerdict
        ) {
            self.input = input
            _existingRule = Nullable(wrappedValue: existingRule)
            self.metrics = metrics
            self.assessment = assessment
        }
    }

    /// A purchase that was thought about.
    public struct AssessedPurchase: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The price in cents.
        public let amountCents: Int64
        /// The merchant as it was named.
        public let merchant: String
        /// The category that was named or found; `uncategorized` where there is none.
        public let category: String

        /// Makes a purchase.
        public init(amountCents: Int64, merchant: String, category: String) {
            self.amountCents = amountCents
            self.merchant = merchant
            self.category = category
        }
    }

    /// A monthly limit that is set or suggested.
    public struct CategoryLimit: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The category.
        public let category: String
        /// The limit in cents.
        public let monthlyLimitCents: Int64

        /// Makes a limit.
        public init(category: String, monthlyLimitCents: Int64) {
            self.category = category
            self.monthlyLimitCents = monthlyLimitCents
        }
    }

    /// The figures a purchase is held against, all of its category.
    public struct PurchaseMetrics: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The month's purchases up to now, in cents.
        public let spentMTDCents: Int64
        /// The purchases of the last 7 times 24 hours, in cents.
        public let spent7DCents: Int64
        /// How many those are.
        public let count7D: Int64
        /// The limit in cents; `null` where there is none.
        @Nullable public var limitCents: Int64?
        /// What is left of the limit, 0 or more; `null` where there is none.
        @Nullable public var remainingCents: Int64?

        /// Makes figures.
        public init(
            spentMTDCents: Int64,
            spent7DCents: Int64,
            count7D: Int64,
            limitCents: Int64?,
            remainingCents: Int64?
        ) {
            self.spentMTDCents = spentMTDCents
            self.spent7DCents = spent7DCents
            self.count7D = count7D
            _limitCents = Nullable(wrappedValue: limitCents)
            _remainingCents = Nullable(wrappedValue: remainingCents)
        }
    }

    /// Why a purchase should not be made.
    public enum BlockReason: String, Codable, Sendable, CaseIterable, WireEnum {
        /// It is more than what is left of the limit.
        case exceedsLimit = "exceeds_limit"
        /// It is more than half of the limit.
        case largeFraction = "large_fraction"
        /// Nothing speaks against it.
        case nothing = "none"
    }

    /// What follows from a purchase's figures.
    public struct PurchaseVerdict: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// Whether the purchase should not be made.
        public let shouldBlock: Bool
        /// Why not.
        public let blockReason: BlockReason
        /// Whether the category deserves a limit.
        public let shouldCreateRule: Bool
        /// The limit it deserves; `null` where it deserves none.
        @Nullable public var suggestedRule: CategoryLimit?
        /// The reasons as sentences, with the figures in cents.
        public let rationale: String

        /// Makes a verdict.
        public init(
            shouldBlock: Bool,
            blockReason: BlockReason,
            shouldCreateRule: Bool,
            suggestedRule: CategoryLimit?,
            rationale: String
        ) {
            self.shouldBlock = shouldBlock
            self.blockReason = blockReason
            self.shouldCreateRule = shouldCreateRule
            _suggestedRule = Nullable(wrappedValue: suggestedRule)
            self.rationale = rationale
        }
    }

    /// Tells what is to be thought of a purchase, without deciding it.
    public static let assessPurchase = Endpoint<PurchaseQuestion, Assessment>(
        "assessPurchase",
        .post,
        "/analytics/assess-purchase",
        "Tells what is to be thought of a purchase; decides and stores nothing.",
        access: .member,
        scope: .reading,
        surface: .guardian,
        example: PurchaseQuestion(amountCents: 15_000, merchant: "Steam Games", category: "fun"),
        answers: Assessment(
            input: AssessedPurchase(
                amountCents: 15_000,
                merchant: "Steam Games",
                category: "fun"
            ),
            existingRule: CategoryLimit(category: "fun", monthlyLimitCents: 20_000),
            metrics: PurchaseMetrics(
                spentMTDCents: 12_000,
                spent7DCents: 5_000,
                count7D: 3,
                limitCents: 20_000,
                remainingCents: 8_000
            ),
            assessment: PurchaseVerdict(
                shouldBlock: true,
                blockReason: .exceedsLimit,
                shouldCreateRule: false,
                suggestedRule: nil,
                rationale: "The amount (15000¢) is more than the remaining (8000¢) of the limit "
                    + "(20000¢) for fun."
            )
        ),
        outdates: .ownRoom,
        waits: .zero
    )
}
