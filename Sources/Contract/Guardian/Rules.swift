import Kernel

extension API.Guardian {
    /// A monthly limit to set.
    public struct RuleRequest: WireInput, SnakeCaseKeys, Equatable {
        /// The category, 1...32 characters; a display name such as `Fast Food` becomes its code.
        public let category: String
        /// The limit in cents, 0 or more; 0 blocks the category.
        public let monthlyLimitCents: Int64
        /// The child it is for; the caller when left out.
        public let userID: MemberReference?

        /// Makes a request.
        public init(category: String, monthlyLimitCents: Int64, userID: MemberReference? = nil) {
            self.category = category
            self.monthlyLimitCents = monthlyLimitCents
            self.userID = userID
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("category", upTo: Limits.categoryCharacters) { $0.category },
            .limit("monthly_limit_cents") { $0.monthlyLimitCents },
        ]
    }

    /// A monthly limit for a category.
    public struct Rule: Codable, SnakeCaseKeys, Sendable, Equatable {
        /// The integer id.
        public let id: Int64
        /// The category's code, or the member's own word in lower case.
        public let category: String
        /// The limit in cents; 0 blocks the category.
        public let monthlyLimitCents: Int64

        /// Makes a rule.
        public init(id: Int64, category: String, monthlyLimitCents: Int64) {
            self.id = id
            self.category = category
            self.monthlyLimitCents = monthlyLimitCents
        }
    }

    /// Lists a member's monthly limits, ordered by id.
    public static let listRules = Endpoint<SubjectRequest, [Rule]>(
        "listRules",
        .get,
        "/rules",
        "Lists monthly limits, ordered by id.",
        access: .member,
        surface: .guardian,
        example: SubjectRequest(),
        answers: [
            Rule(id: 1, category: "fun", monthlyLimitCents: 20_000),
            Rule(id: 2, category: "groceries", monthlyLimitCents: 50_000),
        ]
    )

    /// Sets the monthly limit of a category, new or in place of the former one.
    public static let setRule = Endpoint<RuleRequest, Rule>(
        "setRule",
        .post,
        "/rules",
        "Sets the monthly limit of a category, in place of a former one.",
        access: .parent,
        surface: .guardian,
        example: RuleRequest(category: "fun", monthlyLimitCents: 20_000),
        answers: Rule(id: 1, category: "fun", monthlyLimitCents: 20_000),
        outdates: .ownRoom
    )
}
