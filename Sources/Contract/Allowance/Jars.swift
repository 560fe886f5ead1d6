public import Kernel

extension API.Allowance {
    /// One of the three places where a child's money is.
    public enum Jar: String, Codable, Sendable, CaseIterable, WireEnum {
        /// The wallet.
        case spend = "Spend"
        /// Kept for later.
        case save = "Save"
        /// To be given away.
        case give = "Give"

        static var ignoresCase: Bool { true }
    }

    /// How each allowance is shared between the jars, in per cent.
    public struct SplitPercents: Codable, Sendable, Equatable {
        /// What stays in the wallet.
        public let spend: Int
        /// What is saved.
        public let save: Int
        /// What is given.
        public let give: Int

        /// Makes a split.
        public init(spend: Int, save: Int, give: Int) {
            self.spend = spend
            self.save = save
            self.give = give
        }
    }

    /// How a child's allowance is to be shared.
    public struct SplitRequest: WireInput, Equatable {
        /// The child.
        public let childID: ID<Entity.Child>
        /// What stays in the wallet, in per cent.
        public let spend: Int
        /// What is saved, in per cent.
        public let save: Int
        /// What is given, in per cent.
        public let give: Int

        /// Makes a request.
        public init(childID: ID<Entity.Child>, spend: Int, save: Int, give: Int) {
            self.childID = childID
            self.spend = spend
            self.save = save
            self.give = give
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .integer("spend", in: 0...100) { Int64($0.spend) },
            .integer("save", in: 0...100) { Int64($0.save) },
            .integer("give", in: 0...100) { Int64($0.give) },
            .whole("spend", with: ["save", "give"]),
            .whole("save", with: ["spend", "give"]),
            .whole("give", with: ["spend", "save"]),
        ]
    }

    /// Money that is to go from one jar to another.
    public struct JarMoveRequest: WireInput, Equatable {
        /// The child.
        public let childID: ID<Entity.Child>
        /// Where the money is.
        public let from: Jar
        /// Where it is to be; another jar.
        public let to: Jar
        /// How much, more than zero.
        public let amount: DecimalAmount

        /// Makes a request.
        public init(childID: ID<Entity.Child>, from: Jar, to: Jar, amount: DecimalAmount) {
            self.childID = childID
            self.from = from
            self.to = to
            self.amount = amount
        }

        /// The rules of the fields.
        public static let rules: [FieldRule<Self>] = [
            .field("to", isOtherThan: "from", "must be another jar than from") { ($0.to, $0.from) },
            .moving("amount", upTo: Limits.amountMinor) { $0.amount },
        ]
    }

    /// What a child has, jar by jar.
    public struct JarsResponse: Codable, Sendable, Equatable {
        /// The child.
        public let childID: ID<Entity.Child>
        /// How each allowance is shared.
        public let split: SplitPercents
        /// What the wallet holds.
        public let spend: DecimalAmount
        /// What is saved.
        public let save: DecimalAmount
        /// What is to be given.
        public let give: DecimalAmount
        /// All of it.
        public let total: DecimalAmount

        /// Makes an answer.
        public init(
            childID: ID<Entity.Child>,
            split: SplitPercents,
            spend: DecimalAmount,
            save: DecimalAmount,
            give: DecimalAmount,
            total: DecimalAmount
        ) {
            self.childID = childID
            self.split = split
            self.spend = spend
            self.save = save
            self.give = give
            self.total = total
        }

        static func example(spend: Int64, save: Int64, give: Int64) -> Self {
            Self(
                childID: exampleChild,
                split: SplitPercents(spend: 60, save: 30, give: 10),
                spend: DecimalAmount(minor: spend),
                save: DecimalAmount(minor: save),
                give: DecimalAmount(minor: give),
                total: DecimalAmount(minor: spend + save + give)
            )
        }
    }

    /// Shows what a child has in its wallet, saved and put aside to be given.
    public static let getJars = Endpoint<ChildRequest, JarsResponse>(
        "getJars",
        .get,
        "/api/v1/children/{childId}/jars",
        "Shows what a child has in its wallet, saved and put aside to be given.",
        access: .member,
        surface: .allowance,
        example: .example,
        answers: .example(spend: 2_400, save: 1_200, give: 400)
    )

    /// Sets how each of a child's allowances is shared between its jars from now on.
    public static let setSplit = Endpoint<SplitRequest, JarsResponse>(
        "setSplit",
        .put,
        "/api/v1/children/{childId}/split",
        "Sets how each of a child's allowances is shared between its jars from now on.",
        access: .parent,
        surface: .allowance,
        example: SplitRequest(childID: exampleChild, spend: 60, save: 30, give: 10),
        answers: .example(spend: 2_400, save: 1_200, give: 400)
    )

    /// Moves a child's money from one jar to another.
    public static let moveBetweenJars = Endpoint<JarMoveRequest, JarsResponse>(
        "moveBetweenJars",
        .post,
        "/api/v1/children/{childId}/jars/moves",
        "Moves a child's money between jars; a child itself may only save or put aside to give.",
        access: .member,
        surface: .allowance,
        refusals: [.insufficientFunds, .forbidden],
        example: JarMoveRequest(
            childID: exampleChild,
            from: .spend,
            to: .save,
            amount: DecimalAmount(minor: 500)
        ),
        answers: .example(spend: 1_900, save: 1_700, give: 400)
    )
}

extension FieldRule<API.Allowance.SplitRequest> {
    /// That a part makes a whole together with the two others.
    fileprivate static func whole(_ field: String, with others: [String]) -> Self {
        Self(field, reading: others) { body in
            let parts = [body.spend, body.save, body.give]
            let isInRange = parts.allSatisfy { (0...100).contains($0) }
            guard isInRange, parts.reduce(0, +) != 100 else { return nil }
            return "must be 100 together with \(others.joined(separator: " and "))"
        }
    }
}
