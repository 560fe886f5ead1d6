import Insights

/// A query that a language model may ask for while it answers: it reads, and is the caller's own.
struct AnswerTool: Sendable {
    /// What the model calls it, such as `query_ledger`.
    let name: String
    /// What it finds, for the model.
    let description: String
    /// The JSON Schema of its arguments, as JSON.
    let parameters: String
    /// Runs it with the arguments as the model wrote them, JSON or not.
    ///
    /// What is wrong with the arguments is told in ``ToolResult/text``, so that the model can ask
    /// again.
    let run: @Sendable (_ arguments: String) async throws -> ToolResult
}

/// What a query found.
struct ToolResult: Sendable {
    /// What the model reads, masked.
    let text: String
    /// The figures that it may say.
    let figures: [AnswerFigure]
    /// The transactions that it may say.
    let sources: [AnswerSource]
}
