/// One part of a policy's condition as a form has it: a question of one kind, as it was typed.
public struct PolicyPart: Sendable, Equatable {
    /// What a part asks of a purchase, by the key that the condition's JSON has for it.
    public enum Kind: String, Sendable, CaseIterable {
        case amount
        case spent
        case count
        case category
        case merchant
        case mcc
        case firstTime = "first_time"
        case time
        case place
        case avoidable
        case wallet
        case goal
    }

    /// How many parts the form shows; conditions of more are shown as JSON.
    public static let most = 6

    /// The days of a week as the condition's JSON names them.
    public static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    /// What it asks.
    public let kind: Kind
    /// Whether the policy needs it not to be so.
    public var isNot: Bool
    /// What was typed, by the name of the field.
    public var values: [String: String]

    /// Makes a part.
    public init(_ kind: Kind, isNot: Bool = false, _ values: [String: String] = [:]) {
        self.kind = kind
        self.isNot = isNot
        self.values = values
    }

    /// What was typed into a field; empty where nothing was.
    public subscript(_ field: String) -> String { values[field] ?? "" }
}

extension PolicyPart.Kind {
    /// The names of all that may be typed, days one by one.
    public var fieldNames: [String] {
        fields.flatMap { field in
            if case .days = field.input { return PolicyPart.days }
            return [field.name]
        }
    }

    /// What the form calls it.
    var words: String {
        switch self {
        case .amount: "How much it costs"
        case .spent: "How much is spent in a time"
        case .count: "How often something happens in a time"
        case .category: "The kind of purchase"
        case .merchant: "The merchant"
        case .mcc: "The merchant's code"
        case .firstTime: "Whether it is the first time"
        case .time: "The day and the hour"
        case .place: "Where the member is"
        case .avoidable: "How avoidable it looks"
        case .wallet: "What is left in the wallet"
        case .goal: "What a goal lacks"
        }
    }

    /// What is typed, in the order of the form.
    var fields: [PolicyField] {
        switch self {
        case .amount:
            [
                PolicyField("at_least", "At least", .money),
                PolicyField("at_most", "At most", .money, hint: "one of the two may stay empty"),
            ]
        case .spent: Self.window(of: Self.sums) + [PolicyField("more_than", "More than", .money)]
        case .count: Self.window(of: Self.counts) + [PolicyField("more_than", "More than", .number)]
        case .category:
            [PolicyField("category", "One of", .list, hint: "such as fun or groceries; one a line")]
        case .merchant: [PolicyField("merchant", "One of", .list, hint: "one a line")]
        case .mcc:
            [PolicyField("mcc", "One of", .list, hint: "such as 5812 or 7800-7999; one a line")]
        case .firstTime:
            [
                PolicyField(
                    "first_time",
                    "The member buys for the first time",
                    .choice([
                        ("merchant", "at this merchant"), ("category", "in this category"),
                    ])
                )
            ]
        case .time:
            [
                PolicyField("days", "On", .days, hint: "none means every day"),
                PolicyField("from", "From", .time),
                PolicyField("to", "Until", .time, hint: "a span over midnight is the first day's"),
            ]
        case .place:
            [
                PolicyField("geofence", "Near which place", .place),
                PolicyField("within_m", "Metres at most", .number, hint: "such as 300"),
                PolicyField(
                    "unknown",
                    "Where nobody knows",
                    .choice([("", "it is not so"), ("yes", "it is so")]),
                    hint: "without a position of the last 30 minutes"
                ),
            ]
        case .avoidable:
            [PolicyField("at_least", "A score of at least", .number, hint: "from 0 to 1")]
        case .wallet: [PolicyField("left_less_than", "Less than", .money)]
        case .goal:
            [
                PolicyField("id", "Which goal", .goal),
                PolicyField("short_by_more_than", "Lacks more than", .money),
            ]
        }
    }

    private static let sums = [("purchases", "purchases"), ("approvals", "what was allowed")]
    private static let counts = sums + [("declines", "what was refused")]

    private static func window(of subjects: [(String, String)]) -> [PolicyField] {
        [
            PolicyField("of", "What counts", .choice(subjects)),
            PolicyField("over", "Whose", .choice(PolicyField.scopes)),
            PolicyField(
                "window",
                "In",
                .choice([
                    ("day", "the day"), ("week", "the week, from Monday"), ("month", "the month"),
                    ("hours", "the last hours"),
                ])
            ),
            PolicyField("hours", "How many hours", .number, hint: "only for the last hours"),
        ]
    }
}

/// Something that is typed into a part.
struct PolicyField: Sendable {
    enum Input: Sendable {
        case money
        case number
        case time
        /// Several texts, one a line.
        case list
        case choice([(value: String, words: String)])
        /// One of the places that the reader may see.
        case place
        /// One of the goals that the reader may see.
        case goal
        case days
    }

    let name: String
    let label: String
    let input: Input
    let hint: String?

    init(_ name: String, _ label: String, _ input: Input, hint: String? = nil) {
        self.name = name
        self.label = label
        self.input = input
        self.hint = hint
    }

    /// What `over` of a window says, its words joined by a space.
    static let scopes = [
        ("", "the member's"), ("category", "the member's in this category"),
        ("merchant", "the member's at this merchant"),
        ("category merchant", "the member's in this category at this merchant"),
        ("household", "everybody's"), ("household category", "everybody's in this category"),
        ("household merchant", "everybody's at this merchant"),
        ("household category merchant", "everybody's in this category at this merchant"),
    ]
}
