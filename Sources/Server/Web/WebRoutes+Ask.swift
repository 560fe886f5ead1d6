import Contract
import HTTPTypes
import Hummingbird
import Kernel
import Operations
import Web

/// Questions about the reader's money.
extension WebRoutes {
    func addAsk(to router: Router<PurserContext>) {
        page(
            Frame.Place.ask.path,
            on: router,
            post: { visit, form, _ in try await ask(form, visit) },
            get: { visit, request in try await showConversation(visit, request) }
        )
        page(
            AskView.tellPath,
            on: router,
            post: { visit, form, _ in try await tellAnswer(form, visit) },
            get: nil
        )
        page(
            AskView.deletePath,
            on: router,
            post: { visit, form, _ in try await deleteConversation(form, visit) },
            get: nil
        )
    }

    private func showConversation(_ visit: Visit, _ request: Request) async throws -> Response {
        var window = AskView.Window()
        for (key, value) in try request.queryPairs() where !value.isEmpty {
            switch key {
            case "conversation": window.conversation = try Self.conversation(value)
            case "new": window.isNew = true
            case "all": window.isWhole = true
            default: break
            }
        }
        return try await conversation(window, visit)
    }

    /// Asks, and goes to where the answer stands.
    private func ask(_ form: PageForm, _ visit: Visit) async throws -> Response {
        let (question, id) = (form["message"], form["conversation"])
        let conversation = id.isEmpty ? nil : try Self.conversation(id)
        do {
            let answer = try await visit.call(
                API.Insights.sendMessage,
                API.Insights.AiChatRequest(message: question, conversationID: conversation),
                key: FormKey.key(of: form, saying: [question, id])
            )
            let window = AskView.Window(conversation: answer.conversationID)
            return redirect(to: window.latestPath)
        } catch let problem as Problem
            where [.invalid, .conflict, .modelUnavailable].contains(problem.kind)
        {
            let window = AskView.Window(conversation: conversation, isNew: conversation == nil)
            return try await self.conversation(window, visit, question, problem)
        }
    }

    /// Answers a question with events: the text piece by piece, then the page's part that shows the
    /// whole answer, as the page itself does.
    ///
    /// What is refused before that is answered as by any form.
    private func tellAnswer(_ form: PageForm, _ visit: Visit) async throws -> Response {
        let (question, id) = (form["message"], form["conversation"])
        let conversation = id.isEmpty ? nil : try Self.conversation(id)
        let asker = try await Asker(visit)
        return try await visit.tell(
            API.Insights.sendMessage,
            API.Insights.AiChatRequest(message: question, conversationID: conversation),
            key: FormKey.key(of: form, saying: [question, id]),
            in: asker.wording
        )
    }

    private func deleteConversation(_ form: PageForm, _ visit: Visit) async throws -> Response {
        _ = try await visit.call(
            API.Insights.deleteConversations,
            // Without one, all would go.
            API.Insights.AiChatQuery(conversationID: try Self.conversation(form["conversation"]))
        )
        return redirect(to: AskView.Window(isNew: true).path)
    }

    /// - Throws: ``Problem`` `notFound` for what is no id.
    private static func conversation(_ text: String) throws -> ID<Entity.Conversation> {
        guard let id = ID<Entity.Conversation>(text) else { throw Problem(.notFound) }
        return id
    }

    private func conversation(
        _ window: AskView.Window,
        _ visit: Visit,
        _ question: String = "",
        _ problem: Problem? = nil
    ) async throws -> Response {
        let asker = try await Asker(visit)
        let answer =
            window.isNew
            ? nil
            : try await visit.call(
                API.Insights.conversation,
                API.Insights.AiChatQuery(conversationID: window.conversation)
            )
        let view = asker.view(answer, window, question, problem)
        let status = problem.map { HTTPResponse.Status(code: $0.kind.status) } ?? .ok
        return show(view, "Ask", at: .ask, asker.desk, visit, status)
    }
}

/// Who asks, and how its answers are written.
private struct Asker: Sendable {
    let desk: WebRoutes.Desk
    private let formToken: String

    init(_ visit: Visit) async throws {
        desk = try await WebRoutes.Desk(visit)
        formToken = visit.formToken
    }

    func view(
        _ answer: API.Insights.AiChatResponse?,
        _ window: AskView.Window,
        _ question: String = "",
        _ problem: Problem? = nil
    ) -> AskView {
        let fault = problem?.faults.first { $0.field == "message" }
        return AskView(
            answer,
            window,
            question: question,
            problem: fault.map { "Your question \($0.rule)" },
            isChild: desk.reader.role == .child,
            zone: desk.zone,
            notices: fault == nil ? problem.map { [Notice(.bad, $0.message)] } ?? [] : [],
            key: FormKey.fresh(),
            formToken: formToken,
            currency: desk.currency,
            desk.format
        )
    }

    /// How the page is told the end of an answer.
    var wording: AnswerWording<API.Insights.AiChatResponse> {
        AnswerWording(
            whole: whole,
            replayed: { replayed in
                guard replayed.status == API.Insights.sendMessage.status else {
                    return Self.refusal(Problem(.conflict, "This question could not be answered"))
                }
                return whole(try API.Insights.sendMessage.output(of: Array(replayed.body.utf8)))
            },
            refusal: Self.refusal
        )
    }

    /// The page as it shows the answer, without its frame.
    private func whole(_ answer: API.Insights.AiChatResponse) -> String {
        let window = AskView.Window(conversation: answer.conversationID)
        let view = view(answer, window)
        return JSON.object([
            JSON.Member("page", .string(Templates.html(view))),
            JSON.Member("path", .string(window.latestPath)),
            JSON.Member("summary", .string(view.summary)),
        ]).text
    }

    private static func refusal(_ problem: Problem) -> String {
        let reason =
            problem.kind == .unavailable ? "It takes too long right now" : problem.message
        let text = "The answer broke off. \(reason). Your question is kept."
        return JSON.object([
            JSON.Member("text", .string(text)),
            JSON.Member("isSignedOut", .bool(problem.kind == .unauthenticated)),
        ]).text
    }
}
