public import Kernel

extension API.Insights {
    /// What is looked for among the caller's transactions.
    public struct RagSearchRequest: WireInput, Equatable {
        /// What it is about, at most 500 characters; everything when left out.
        public let q: String?
        /// Another name of ``q``.
        public let query: String?
        /// The first day.
        public let from: WireDay?
        /// The last day.
        public let to: WireDay?
        /// Names of categories in any case, of which one must be the transaction's.
        public let categories: [String]?
        /// One more of ``categories``.
        public let category: String?
        /// Words that must all be in the merchant's name.
        public let merchant: String?
        /// The least amount without its sign, in minor units.
        public let amountMin: Int64?
        /// The greatest amount without its sign, in minor units.
        public let amountMax: Int64?
        /// How many are kept, 1...100; 20 when left out.
        public let topK: Int64?
        /// How many of those that are kept are left out before the first that is shown, 0...99; 0
        /// when left out.
        public let offset: Int64?
        /// An account of the caller.
        public let accountID: ID<Entity.Account>?
        /// Taken and not used.
        public let fields: [String]?
        /// The conversation, which is not told the same transaction twice within four hours.
        public let chatID: String?

        /// Makes a request.
        public init(
            q: String? = nil,
            query: String? = nil,
            from: WireDay? = nil,
            to: WireDay? = nil,
            categories: [String]? = nil,
            category: String? = nil,
            merchant: String? = nil,
            amountMin: Int64? = nil,
            amountMax: Int64? = nil,
            topK: Int64? = nil,
            offset: Int64? = nil,
            accountID: ID<Entity.Account>? = nil,
            fields: [String]? = nil,
            chatID: String? = nil
        ) {
            self.q = q
            self.query = query
            self.from = from
            self.to = to
            self.categories = categories
            self.category = category
            self.merchant = merchant
            self.amountMin = amountMin
            self.amountMax = amountMax
            self.topK = topK
            self.offset = offset
            self.accountID = accountID
            self.fields = fields
            self.chatID = chatID
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .text("q", upTo: Limits.searchCharacters) { $0.q },
            .text("query", upTo: Limits.searchCharacters) { $0.query },
            FieldRule("query", reading: ["q"]) { body in
                guard let q = body.q, let query = body.query else { return nil }
                return ExactText(q) == ExactText(query) ? nil : "must be the same as q"
            },
            FieldRule("to", reading: ["from"]) { dayRule($0.from, $0.to) },
            FieldRule("categories") { body in
                let names = body.categories ?? []
                if names.count > Limits.searchCategories { return "has too many names" }
                let most = Limits.editedCategoryCharacters
                let isLong = names.contains { $0.hasMoreScalars(than: most) }
                return isLong ? "has a name that is too long" : nil
            },
            .text("category", upTo: Limits.editedCategoryCharacters) { $0.category },
            .text("merchant", upTo: Limits.searchMerchantCharacters) { $0.merchant },
            .integer("amountMin", in: 0...Limits.amountMinor) { $0.amountMin },
            .integer("amountMax", in: 0...Limits.amountMinor) { $0.amountMax },
            FieldRule("amountMax", reading: ["amountMin"]) { body in
                guard let least = body.amountMin, let most = body.amountMax else { return nil }
                return most < least ? "must not be less than amountMin" : nil
            },
            .integer("topK", in: 1...Int64(Limits.searchResults)) { $0.topK },
            .integer("offset", in: 0...Int64(Limits.searchResults - 1)) { $0.offset },
            .text("chatId", upTo: Limits.chatIDCharacters) { $0.chatID },
        ]
    }

    /// What the codes of a search's lines stand for.
    public struct RagDictionary: Codable, Sendable, Equatable {
        /// The merchants' names by their codes.
        public let merchants: [String: String]
        /// The categories' names by their codes.
        public let categories: [String: String]

        /// Makes a dictionary.
        public init(merchants: [String: String], categories: [String: String]) {
            self.merchants = merchants
            self.categories = categories
        }
    }

    /// Figures over everything that a search kept.
    public struct RagStats: Codable, Sendable, Equatable {
        /// How many there are.
        public let count: Int64
        /// Their sum in minor units of the household's currency.
        public let sum: Int64
        /// Their mean in minor units, halves rounded away from zero; 0 of none.
        public let avg: Int64

        /// Makes figures.
        public init(count: Int64, sum: Int64, avg: Int64) {
            self.count = count
            self.sum = sum
            self.avg = avg
        }
    }

    /// What a search found.
    public struct RagSearchResponse: Codable, Sendable, Equatable {
        /// The first 20 that are shown, a line of codes for each:
        /// `txCode,yyMMdd,merchantCode,cents,categoryCode`.
        public let rowsCsv: String
        /// What the codes stand for.
        public let dict: RagDictionary
        /// Figures over all that were kept.
        public let stats: RagStats
        /// The first 20 that are shown, the best first.
        public let references: [Source]
        /// The conversation.
        public let chatID: String
        /// The trace of this call.
        public let traceID: String

        /// Makes an answer.
        public init(
            rowsCsv: String,
            dict: RagDictionary,
            stats: RagStats,
            references: [Source],
            chatID: String,
            traceID: String
        ) {
            self.rowsCsv = rowsCsv
            self.dict = dict
            self.stats = stats
            self.references = references
            self.chatID = chatID
            self.traceID = traceID
        }
    }

    /// Finds the caller's transactions that fit what is asked best.
    public static let searchTransactions = Endpoint<RagSearchRequest, RagSearchResponse>(
        "searchTransactions",
        .post,
        "/rag/search",
        "Finds the caller's transactions that fit what is asked best, by meaning and by filters.",
        headers: [.chatID],
        access: .member,
        surface: .insights,
        refusals: [.notFound],
        example: RagSearchRequest(q: "groceries", from: exampleFirstDay, chatID: exampleChat),
        answers: RagSearchResponse(
            rowsCsv: "t01944b1e,250519,m1,-14235,gr",
            dict: RagDictionary(merchants: ["m1": "Whole Foods"], categories: ["gr": "Groceries"]),
            stats: RagStats(count: 1, sum: -14_235, avg: -14_235),
            references: [.example],
            chatID: exampleChat,
            traceID: exampleTrace
        ),
        outdates: .nothing,
        waits: .zero
    )

    static let exampleChat = "budget-may"
    static let exampleFirstDay = WireDay(WireMonth.example.month.firstDay)

    /// The rule that a last day breaks when it is before the first one.
    static func dayRule(_ from: WireDay?, _ to: WireDay?) -> String? {
        guard let from, let to else { return nil }
        return to.day < from.day ? "must not be before from" : nil
    }
}

extension HeaderField {
    /// The conversation that a search is part of.
    static let chatID = Self(
        "X-Chat-Id",
        key: "chatId",
        "The conversation, 1 to \(Limits.chatIDCharacters) characters; a new UUID when left out.",
        isAnswered: true
    )
}

extension API.Insights.Source {
    static let example = Self(
        txCode: "t01944b1e",
        transactionID: API.Insights.Transaction.example("").id,
        occurredOn: WireDay(CivilDay(dayNumber: 20_227)),
        merchant: "Whole Foods",
        amountCents: -14_235,
        category: "Groceries",
        score: Ratio(771, of: 1_000),
        matchedTerms: ["groceries"],
        reasons: ["matched terms: groceries", "similar meaning"]
    )
}
