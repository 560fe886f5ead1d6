import Kernel

extension API.Insights {
    /// By what transactions are put together.
    public enum RagGranularity: String, Codable, Sendable, CaseIterable, WireEnum {
        /// By category.
        case category
        /// By merchant.
        case merchant
        /// By month.
        case month

        static let ignoresCase = true
    }

    /// Which transactions to sum, and by what.
    public struct RagAggregateRequest: WireInput, Equatable {
        /// By what they are put together, in any case.
        public let granularity: RagGranularity
        /// The first day; open when left out.
        public let from: WireDay?
        /// The last day; open when left out.
        public let to: WireDay?
        /// The conversation; it has no bearing on the sums.
        public let chatID: String?

        /// Makes a request.
        public init(
            granularity: RagGranularity,
            from: WireDay? = nil,
            to: WireDay? = nil,
            chatID: String? = nil
        ) {
            self.granularity = granularity
            self.from = from
            self.to = to
            self.chatID = chatID
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            FieldRule("to", reading: ["from"]) { dayRule($0.from, $0.to) },
            .text("chatId", upTo: Limits.chatIDCharacters) { $0.chatID },
        ]
    }

    /// Transactions of one category, merchant or month, in minor units.
    public struct RagBucket: Codable, Sendable, Equatable {
        /// The category's name, the merchant's UUID, or the month.
        public let key: String
        /// The same for people, masked like a merchant's name.
        public let label: String
        /// How many transactions it has.
        public let count: Int64
        /// Their sum.
        public let sum: Int64
        /// Their mean, halves rounded away from zero.
        public let avg: Int64

        /// Makes a bucket.
        public init(key: String, label: String, count: Int64, sum: Int64, avg: Int64) {
            self.key = key
            self.label = label
            self.count = count
            self.sum = sum
            self.avg = avg
        }
    }

    /// Transactions of one month, in minor units.
    public struct RagTimelineEntry: Codable, Sendable, Equatable {
        /// The month.
        public let bucket: WireMonth
        /// How many transactions it has.
        public let count: Int64
        /// Their sum.
        public let sum: Int64

        /// Makes an entry.
        public init(bucket: WireMonth, count: Int64, sum: Int64) {
            self.bucket = bucket
            self.count = count
            self.sum = sum
        }
    }

    /// Sums over a window.
    public struct RagAggregateResponse: Codable, Sendable, Equatable {
        /// By what they are put together.
        public let granularity: RagGranularity
        /// The first day, where one was named.
        public let from: WireDay?
        /// The last day, where one was named.
        public let to: WireDay?
        /// The sums, the largest expense first.
        public let buckets: [RagBucket]
        /// The months that have transactions, the earliest first.
        public let timeline: [RagTimelineEntry]
        /// The conversation.
        public let chatID: String
        /// The trace of this call.
        public let traceID: String

        /// Makes an answer.
        public init(
            granularity: RagGranularity,
            from: WireDay? = nil,
            to: WireDay? = nil,
            buckets: [RagBucket],
            timeline: [RagTimelineEntry],
            chatID: String,
            traceID: String
        ) {
            self.granularity = granularity
            self.from = from
            self.to = to
            self.buckets = buckets
            self.timeline = timeline
            self.chatID = chatID
            self.traceID = traceID
        }
    }

    /// Sums the caller's transactions by category, merchant or month.
    public static let aggregateTransactions = Endpoint<RagAggregateRequest, RagAggregateResponse>(
        "aggregateTransactions",
        .post,
        "/rag/aggregate",
        "Sums the caller's transactions by category, merchant or month, and month by month.",
        headers: [.chatID],
        access: .member,
        surface: .insights,
        example: RagAggregateRequest(granularity: .category, chatID: exampleChat),
        answers: RagAggregateResponse(
            granularity: .category,
            buckets: [
                RagBucket(
                    key: "Groceries",
                    label: "Groceries",
                    count: 5,
                    sum: -58_065,
                    avg: -11_613
                )
            ],
            timeline: [RagTimelineEntry(bucket: .example, count: 5, sum: -58_065)],
            chatID: exampleChat,
            traceID: exampleTrace
        ),
        outdates: .nothing,
        waits: .zero
    )
}
