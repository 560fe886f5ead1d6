import Contract
import Insights
import Kernel
import Providers
import Synchronization
import Testbed
import Testing

@testable import Operations

@Suite("Answers by a language model")
struct ModelAnswerTests {
    @Test("it asks for a query, and says what was found; what stands behind that comes along")
    func answered() async throws {
        let asked = Collected()
        let model = ScriptedModel.talking { request, count throws(LanguageModelError) in
            guard count > 0 else { return .query(#"{"category":"dining"}"#) }
            #expect(request.messages.last?.text.contains("$87.50") == true)
            return ChatReply("Dining was **$87.50** in 6 transactions. Groceries were $580.65.\n")
        }
        let outcome = try await outcome(of: model, tools: [.dining(asked)])
        let answer = try #require(outcome.answer)
        let text = "Dining was $87.50 in 6 transactions. Groceries were $580.65."
        #expect(answer.content == text)
        #expect(answer.figures.map(\.label) == ["Groceries", "Dining", "Transactions"])
        #expect(answer.sources.map(\.cents) == [-14_235, -1_875])
        #expect(asked.texts == [#"{"category":"dining"}"#])
        #expect(outcome.told.joined() == text + "\n")
        #expect(outcome.told.first == "Dining was $87.50 in 6 transactions. ")
    }

    @Test("without a model there is no answer")
    func none() async throws {
        #expect(try await outcome(of: nil).answer == nil)
    }

    @Test(
        "a number that was not found makes it no answer, and is never told, nor what follows",
        arguments: [
            "You spent $580.65 on groceries. It was $600.00 before. Good.",
            "You spent $580.65 on groceries. Save half of it. Good.",
            "You spent $580.65 on groceries. See www.example.com for more. Good.",
            "You spent $580.65 on groceries. It is <b>a lot of</b> money. Good.",
        ]
    )
    func invented(text: String) async throws {
        let outcome = try await outcome(
            of: ScriptedModel.talking { _, _ throws(LanguageModelError) in ChatReply(text) }
        )
        #expect(outcome.answer == nil)
        #expect(outcome.told == ["You spent $580.65 on groceries. "])
    }

    @Test(
        "silence and too long a text are no answer",
        arguments: ["", "\u{0}", String(repeating: "a", count: Limits.modelAnswerCharacters + 1)]
    )
    func shape(text: String) async throws {
        let outcome = try await outcome(
            of: ScriptedModel.talking { _, _ throws(LanguageModelError) in ChatReply(text) }
        )
        #expect(outcome.answer == nil)
        #expect(outcome.told == [])
    }

    @Test(
        "a model that fails gives none, and is not asked again",
        arguments: [
            .unreachable, .timedOut, .refused(status: 429), .refused(status: 500), .unreadable,
        ] as [LanguageModelError]
    )
    func faults(error: LanguageModelError) async throws {
        let model = ScriptedModel.talking { _, _ throws(LanguageModelError) in throw error }
        #expect(try await outcome(of: model).answer == nil)
        #expect(model.conversations.count == 1)
    }

    @Test("one that asks without end is stopped, and was told that it may ask no more")
    func endless() async throws {
        let asked = Collected()
        let calls = (0..<3).map { ChatCall(id: "c\($0)", name: "query_ledger", arguments: "{}") }
        let model = ScriptedModel.talking { _, _ throws(LanguageModelError) in
            ChatReply("", calls: calls)
        }
        #expect(try await outcome(of: model, tools: [.dining(asked)]).answer == nil)
        let conversations = model.conversations
        #expect(conversations.count == Limits.modelReplies)
        #expect(conversations.map(\.mayCall) == [true, true, true, true, false])
        #expect(asked.texts.count == Limits.modelQueries)
        #expect(conversations.last?.messages.last?.text.contains("No more queries") == true)
    }

    @Test("one that reads much is stopped before it uses more tokens than an answer may")
    func budget() async throws {
        let long = AnswerTool.query { _ in
            ToolResult(text: String(repeating: "a ", count: 20_000), figures: [], sources: [])
        }
        let calls = (0..<2).map { ChatCall(id: "c\($0)", name: "query_ledger", arguments: "{}") }
        let model = ScriptedModel.talking { _, _ throws(LanguageModelError) in
            ChatReply("", calls: calls)
        }
        #expect(try await outcome(of: model, tools: [long]).answer == nil)
        #expect(model.conversations.count == 4)
        let results = model.conversations[1].messages.suffix(2)
        #expect(results.allSatisfy { $0.byteCount <= Limits.queryResultBytes + 200 })
    }

    @Test("arguments that are too long, and tools that do not exist, are refused and not run")
    func refused() async throws {
        let asked = Collected()
        let long = String(repeating: "a", count: Limits.queryArgumentBytes + 1)
        let model = ScriptedModel.talking { request, count throws(LanguageModelError) in
            guard count > 0 else {
                return ChatReply(
                    "",
                    calls: [
                        ChatCall(id: "1", name: "query_ledger", arguments: long),
                        ChatCall(id: "2", name: "delete_user", arguments: "{}"),
                    ]
                )
            }
            #expect(request.messages.suffix(2).allSatisfy { $0.text.hasPrefix(#"{"error":"#) })
            return ChatReply("You spent $580.65.")
        }
        #expect(try await outcome(of: model, tools: [.dining(asked)]).answer != nil)
        #expect(asked.texts == [])
    }

    @Test("a query that fails makes it no answer")
    func failing() async throws {
        let failing = AnswerTool.query { _ in throw Problem(.unavailable) }
        let model = ScriptedModel.talking { _, _ throws(LanguageModelError) in .query("{}") }
        #expect(try await outcome(of: model, tools: [failing]).answer == nil)
        #expect(model.conversations.count == 1)
    }

    @Test("a model that is still thinking when the time is over is left alone")
    func late() async throws {
        let begun = Gate()
        await begun.open()
        let model = ScriptedModel.talking { _, _ async throws(LanguageModelError) in
            await begun.pass()
            // Ends when nobody waits for it any more.
            let (nothing, end) = AsyncStream<Void>.makeStream()
            for await _ in nothing {}
            end.finish()
            throw .timedOut
        }
        let outcome = try await outcome(of: model) { await begun.arrived() }
        #expect(outcome.answer == nil)
        #expect(outcome.told == [])
    }
}
