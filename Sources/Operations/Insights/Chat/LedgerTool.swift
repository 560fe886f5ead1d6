import Contract
import Insights
import Kernel
import Store

extension InsightsOperations {
    /// A query that finds what an answer without a language model would.
    ///
    /// Each reads the books as they are at that moment, of the caller alone: no argument names a
    /// member or a household, and what is not an argument is refused.
    func ledgerTool(_ call: Call) -> AnswerTool {
        AnswerTool(
            name: "query_ledger",
            description: """
                Finds figures in the member's own transactions, accounts and limits: one kind of \
                figure, for one period and one category or merchant at a time. Without a period it \
                is about the current month.
                """,
            parameters: LedgerArguments.schema
        ) { arguments in
            try await reading(call) { session, membership in
                let read = LedgerArguments.read(
                    arguments,
                    today: membership.zone.day(of: call.now),
                    membership.currency,
                    catalogue
                )
                switch read {
                case .failure(let fault):
                    return ToolResult(text: fault.reason, figures: [], sources: [])
                case .success(let question):
                    let answer = try answer(to: question, membership, at: call.now, in: session)
                    return ToolResult(
                        text: ModelPrompt.text(of: answer, membership.currency),
                        figures: answer.figures,
                        sources: answer.sources
                    )
                }
            }
        }
    }
}
