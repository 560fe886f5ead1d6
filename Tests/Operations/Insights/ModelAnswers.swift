import Insights
import Kernel
import Providers
import Synchronization
import Testbed

@testable import Operations

/// What came of a question: the answer, and the pieces that were told before.
struct ModelOutcome {
    let answer: Answer?
    let told: [String]
}

/// Asks how much was spent on groceries; the ledger found 580.65 in five transactions.
func outcome(
    of model: (any LanguageModel)?,
    message: String = "How much for groceries?",
    earlier: [ModelTurn] = [],
    tools: [AnswerTool] = [],
    deadline: (@Sendable () async throws -> Void)? = nil
) async throws -> ModelOutcome {
    try await withServer(.sqlite, languageModel: model) { server in
        let told = Collected()
        let question = ModelQuestion(
            message: message,
            earlier: earlier,
            deterministic: .groceries,
            tools: tools,
            currency: .usd,
            today: CivilDay(dayNumber: 20_249)
        )
        let insights = server.operations.insights
        guard let deadline else {
            let answer = await insights.modelAnswer(to: question, call: server.call()) {
                told.add($0)
            }
            return ModelOutcome(answer: answer, told: told.texts)
        }
        let answer = await insights.modelAnswer(
            to: question,
            call: server.call(),
            deadline: deadline
        ) { told.add($0) }
        return ModelOutcome(answer: answer, told: told.texts)
    }
}

/// Texts in the order in which they came.
final class Collected: Sendable {
    private let list = Mutex<[String]>([])

    var texts: [String] { list.withLock { $0 } }

    func add(_ text: String) { list.withLock { $0.append(text) } }
}

extension AnswerTool {
    /// A query that notes its arguments and finds 87.50 in six transactions at restaurants.
    static func dining(_ asked: Collected, at merchant: String = "Chipotle") -> AnswerTool {
        query { arguments in
            asked.add(arguments)
            let source = AnswerSource.test(2, merchant, "Dining", -1_875)
            return ToolResult(
                text: "Dining: $87.50 in 6 transactions\n\(merchant): -$18.75",
                figures: [
                    AnswerFigure("Dining", .money(Money(minor: 8_750, currency: .usd))),
                    AnswerFigure("Transactions", .count(6)),
                ],
                sources: [source]
            )
        }
    }

    /// A query of the ledger that finds what is said.
    static func query(
        _ run: @escaping @Sendable (String) async throws -> ToolResult
    ) -> AnswerTool {
        AnswerTool(
            name: "query_ledger",
            description: "Sums transactions.",
            parameters: #"{"type":"object"}"#,
            run: run
        )
    }
}

extension Answer {
    fileprivate static let groceries = Answer(
        "You spent $580.65 on Groceries in 5 transactions.",
        figures: [
            AnswerFigure("Groceries", .money(Money(minor: 58_065, currency: .usd))),
            AnswerFigure("Number of groceries", .count(5)),
        ],
        sources: [.test(1, "Whole Foods", "Groceries", -14_235)]
    )
}

extension AnswerSource {
    fileprivate static func test(
        _ id: UInt64,
        _ merchant: String,
        _ category: String,
        _ cents: Int64
    ) -> AnswerSource {
        AnswerSource(
            id: ID(RawID(high: 1, low: id)),
            day: CivilDay(dayNumber: 20_209),
            merchant: merchant,
            category: category,
            cents: cents
        )
    }
}

extension ChatReply {
    /// A reply that asks for the query.
    static func query(_ arguments: String) -> ChatReply {
        ChatReply("", calls: [ChatCall(id: "c1", name: "query_ledger", arguments: arguments)])
    }
}

extension ChatMessage {
    /// What it says, whoever says it.
    var text: String {
        switch self {
        case .instruction(let text), .question(let text), .result(let text, _), .reply(let text, _):
            text
        }
    }
}
