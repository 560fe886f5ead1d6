import Contract
import Kernel
import Providers
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("An answer in a language model's words", .timeLimit(.minutes(10)))
struct ChatModelTests {
    private static let question = "How much did I spend on groceries last month?"
    private static let wording = "Groceries took 580.65 last month."

    /// A model that always says the same.
    private static func saying(_ text: String) -> ScriptedModel {
        ScriptedModel.talking { _, _ async throws(LanguageModelError) in ChatReply(text) }
    }

    /// Models that give no answer which may be told.
    private static func useless() -> [ScriptedModel] {
        [
            saying("You spent 999.99 on groceries."),
            ScriptedModel.talking { _, _ async throws(LanguageModelError) in throw .timedOut },
            ScriptedModel.talking { _, _ async throws(LanguageModelError) in throw .unreachable },
        ]
    }

    private func with(
        _ engine: Engine,
        _ model: ScriptedModel,
        isRequired: Bool = false,
        _ work: (InsightsHome) async throws -> Void
    ) async throws {
        try await withServer(
            engine,
            clock: TestClock("2025-06-10T12:00:00Z"),
            languageModel: model,
            isModelRequired: isRequired
        ) { server in
            let parent = try await server.registerParent()
            _ = try await parent.exchangePlaidToken("public-sandbox-a")
            #expect(try await parent.syncTransactions().status == .completed)
            try await work(InsightsHome(server: server, owner: parent))
        }
    }

    @Test("is kept when it says what was found", arguments: Engine.all)
    func words(engine: Engine) async throws {
        let model = Self.saying(Self.wording)
        try await with(engine, model) { home in
            let asked = try await home.ask(Self.question)
            let answer = try #require(asked.messages.last)
            #expect(answer.content == Self.wording)
            #expect(answer.figures?.contains { $0.value.minor == 58_065 } == true)
            #expect(answer.sources.count == 5)
            #expect(try await home.shown(asked).messages == asked.messages)
        }
    }

    @Test("is that of the queries when the model fails or invents", arguments: Engine.all)
    func fallback(engine: Engine) async throws {
        // Case 18.
        for model in Self.useless() {
            try await with(engine, model) { home in
                let answer = try #require(try await home.ask(Self.question).messages.last)
                #expect(answer.content.contains("580.65"))
                #expect(!answer.content.contains("999.99"))
                #expect(answer.sources.count == 5 && answer.figures?.isEmpty == false)
                #expect(!model.conversations.isEmpty)
            }
        }
    }

    @Test("is refused without the model where that has to answer", arguments: Engine.all)
    func required(engine: Engine) async throws {
        // Case 18.
        for model in Self.useless() {
            try await with(engine, model, isRequired: true) { home in
                let before = try await home.server.contents()
                let body = InsightsHome.body(Self.question)
                let answer = try await home.send(body, headers: ["Idempotency-Key": "k"])
                #expect(answer.status == 503)
                #expect(try answer.string("error.code") == "AI_UNAVAILABLE")
                let told = try await home.stream(body, key: "k")
                #expect(told.status == 200 && !told.text.contains("999.99"))
                let last = try #require(ChatEvent.all(in: told).last)
                #expect(last.kind == "error" && last.data.contains("AI_UNAVAILABLE"))
                #expect(try await home.server.contents() == before)
            }
        }
    }

    @Test("is asked for with what was said before, and stays", arguments: Engine.all)
    func earlier(engine: Engine) async throws {
        let model = Self.saying(Self.wording)
        try await with(engine, model) { home in
            let one = try await home.ask(Self.question)
            let two = try await home.ask("And what is my balance?", in: one)
            let told = "\(try #require(model.conversations.last).messages)"
            #expect(told.contains(Self.question) && told.contains(Self.wording))
            try await home.ask("And in April?", in: two, from: two.messages[2])
            let last = "\(try #require(model.conversations.last).messages)"
            #expect(last.contains(Self.question) && !last.contains("what is my balance"))
        }
    }

    @Test("is told in pieces that together are what is kept", arguments: Engine.all)
    func pieces(engine: Engine) async throws {
        for model in [Self.saying(Self.wording)] + Self.useless() {
            try await with(engine, model) { home in
                let answer = try await home.stream(InsightsHome.body(Self.question))
                let events = try ChatEvent.all(in: answer)
                let whole = try #require(events.last).whole()
                #expect(ChatEvent.text(of: events) == whole.messages.last?.content)
                #expect(!answer.text.contains("999.99"))
                #expect(try await home.shown().messages == whole.messages)
            }
        }
    }

    @Test("is not kept when its client is gone", arguments: Engine.all)
    func departure(engine: Engine) async throws {
        let gate = Gate()
        let model = ScriptedModel.talking { _, _ async throws(LanguageModelError) in
            await gate.pass()
            return ChatReply(Self.wording)
        }
        try await with(engine, model) { home in
            let body = InsightsHome.body(Self.question)
            do {
                let stream = try await home.open(body, key: "k")
                var pieces = stream.pieces.makeAsyncIterator()
                #expect(try await pieces.next() != nil)
                await gate.arrived()
            }
            await gate.open()
            await eventually("the call ends") {
                let answer = try await home.send(body, headers: ["Idempotency-Key": "k"])
                guard answer.status == 200 else { return false }
                #expect(answer.headers["Idempotency-Replayed"] == nil)
                return true
            }
            #expect(try await home.kept() == [1, 2])
        }
    }
}
