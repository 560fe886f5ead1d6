import Contract
import Insights
import Kernel
import Providers

/// The talk with a language model that leads to one answer.
///
/// It only ever runs the queries that it was made with, and stops after so many of them, so many
/// replies, and so many tokens, whatever the model asks for.
struct ModelConversation {
    private let question: ModelQuestion
    private let model: any LanguageModel
    private let onText: @Sendable (String) -> Void
    private let tools: [ChatTool]
    private let start = ContinuousClock.now
    private var messages: [ChatMessage]
    /// What was found in this conversation: nothing else may be said.
    private var results: [ToolResult]
    private var queries = 0
    private var tokens = 0

    /// Begins with what the ledger found without the model.
    init(
        _ question: ModelQuestion,
        _ model: any LanguageModel,
        _ onText: @escaping @Sendable (String) -> Void
    ) {
        self.question = question
        self.model = model
        self.onText = onText
        tools = question.tools.map {
            ChatTool(name: $0.name, description: $0.description, parameters: $0.parameters)
        }
        let first = ToolResult(
            text: ModelPrompt.text(of: question.deterministic, question.currency),
            figures: question.deterministic.figures,
            sources: question.deterministic.sources
        )
        results = [first]
        messages = ModelPrompt.messages(for: question, found: first)
    }

    /// Talks until there is an answer.
    mutating func answer() async throws(ModelAnswerFault) -> Answer {
        for round in 1...Limits.modelReplies {
            let isLast = round == Limits.modelReplies
            let checked = CheckedText(found, question.currency, onText)
            let reply = try await reply(mayCall: !isLast && !tools.isEmpty, checked)
            guard !reply.calls.isEmpty else {
                return try checked.finish(reply.text, results)
            }
            guard !isLast else { break }
            messages.append(.reply(reply.text, calls: reply.calls))
            for call in reply.calls {
                messages.append(.result(try await result(of: call), of: call.id))
            }
        }
        throw .endless
    }

    private var found: FoundFigures { FoundFigures(results) }

    private mutating func reply(
        mayCall: Bool,
        _ checked: CheckedText
    ) async throws(ModelAnswerFault) -> ChatReply {
        let sent = messages.reduce(0) { $0 + Self.tokens($1.byteCount) }
        let described = tools.reduce(0) { $0 + Self.tokens($1.byteCount) }
        tokens += sent + described
        guard tokens + Limits.modelReplyTokens <= Limits.modelAnswerTokens else { throw .budget }
        let request = ChatRequest(
            messages,
            tools: tools,
            mayCall: mayCall,
            tokensMost: Limits.modelReplyTokens,
            timeout: .milliseconds(Limits.modelAnswerMilliseconds) - (.now - start)
        )
        guard request.timeout > .zero else { throw .timedOut }
        let reply: ChatReply
        do throws(LanguageModelError) {
            reply = try await model.reply(to: request) { checked.add($0) }
        } catch {
            throw ModelAnswerFault(error)
        }
        tokens += Self.tokens(ChatMessage.reply(reply.text, calls: reply.calls).byteCount)
        return reply
    }

    /// About how many tokens so many bytes are, with what a message costs by itself.
    private static func tokens(_ bytes: Int) -> Int { (bytes + 3) / 4 + 8 }

    /// What the model is told of a call; the query is one of the caller's, or none.
    private mutating func result(
        of call: ChatCall
    ) async throws(ModelAnswerFault) -> String {
        guard let tool = question.tools.first(where: { $0.name == call.name }) else {
            let names = question.tools.map(\.name).joined(separator: ", ")
            return ModelPrompt.refusal("There is no such tool. There are: \(names)")
        }
        guard queries < Limits.modelQueries else {
            return ModelPrompt.refusal("No more queries; answer with what was found")
        }
        guard call.arguments.utf8.count <= Limits.queryArgumentBytes else {
            return ModelPrompt.refusal("The arguments are too long")
        }
        queries += 1
        guard let result = try? await tool.run(call.arguments) else { throw .queryFailed }
        results.append(result)
        return ModelPrompt.data(result.text)
    }
}

extension ChatTool {
    fileprivate var byteCount: Int {
        name.utf8.count + description.utf8.count + parameters.utf8.count
    }
}
