import Contract
import Insights
import Kernel

extension InsightsOperations {
    /// A query that answers one question as it is answered without a language model.
    ///
    /// Each reads the books as they are at that moment, of the caller alone.
    func ledgerTool(_ call: Call) -> AnswerTool {
        AnswerTool(
            name: "query_ledger",
            description: """
                Answers one question about the member's own money, such as "spending on groceries \
                in May 2025", "largest purchases last month" or "balance". One kind of figure, one \
                period and one category or merchant at a time.
                """,
            parameters: """
                {"type":"object","properties":{"question":{"type":"string"}},\
                "required":["question"],"additionalProperties":false}
                """
        ) { arguments in
            let asked = (try? JSONParser.parse(arguments.utf8))?["question"]
            guard case .string(let text)? = asked, !text.isEmpty,
                !text.hasMoreScalars(than: Limits.chatQuestionCharacters)
            else {
                let most = Limits.chatQuestionCharacters
                let sentence = "question must be a text of 1 to \(most) characters"
                return ToolResult(text: sentence, figures: [], sources: [])
            }
            let (answer, currency) = try await reading(call) { session, membership in
                let answer = try answer(
                    text,
                    after: [],
                    membership,
                    at: call.now,
                    in: session
                )
                return (answer, membership.currency)
            }
            return ToolResult(
                text: ModelPrompt.text(of: answer, currency),
                figures: answer.figures,
                sources: answer.sources
            )
        }
    }
}
