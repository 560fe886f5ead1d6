import PurserKit
import Synchronization
import Testbed
import Testing

@testable import Providers

@Suite("A conversation with a language model over OpenAI's wire")
struct ChatReplyTests {
    private static let request = ChatRequest(
        [.instruction("Be brief."), .question("How much?")],
        tools: [ChatTool(name: "query", description: "Sums.", parameters: #"{"type":"object"}"#)],
        tokensMost: 100,
        timeout: .seconds(60)
    )

    private typealias Outcome = (result: Result<ChatReply, LanguageModelError>, told: [String])

    private static func outcome(of url: String, _ request: ChatRequest) async -> Outcome {
        let model = OpenAICompatibleModel(baseURL: url, name: "small")
        let told = Told()
        do throws(LanguageModelError) {
            let reply = try await model.reply(to: request) { told.add($0) }
            return (.success(reply), told.texts)
        } catch {
            return (.failure(error), told.texts)
        }
    }

    private func outcome(
        _ reply: ModelWire.Reply,
        _ request: ChatRequest = Self.request
    ) async throws -> Outcome {
        try await withModelWire(reply) { url, _ in await Self.outcome(of: url, request) }
    }

    @Test("a text is told in pieces as it comes, and is whole in the end")
    func pieces() async throws {
        let (result, told) = try await outcome(.stream(ModelWire.said("You ", "spent", " $5.")))
        #expect(result == .success(ChatReply("You spent $5.")))
        #expect(told == ["You ", "spent", " $5."])
    }

    @Test("events may be cut anywhere, have comments, and end their lines in two ways")
    func pieceByPiece() async throws {
        let events = (": hi\n\n" + ModelWire.said("Nö ", "🙂").joined())
            .replacing("\n", with: "\r\n")
        var reader = ReplyReader()
        var told: [String] = []
        for byte in events.utf8 { told += reader.read([byte]) }
        #expect(told == ["Nö ", "🙂"])
        #expect(reader.end() == [])
        #expect(reader.reply == ChatReply("Nö 🙂"))
    }

    @Test("calls come with their arguments put together")
    func calls() async throws {
        let (result, told) = try await outcome(
            .stream(ModelWire.asked("query", #"{"month":"2025-05"}"#, id: "c7"))
        )
        let call = ChatCall(id: "c7", name: "query", arguments: #"{"month":"2025-05"}"#)
        #expect(result == .success(ChatReply("", calls: [call])))
        #expect(told == [])
    }

    @Test("calls without a number, or all with the same one, are told apart by their ids")
    func numbering() throws {
        for number in ["", #""index":0,"#] {
            var reader = ReplyReader()
            for (id, text) in [("a", "1"), ("b", "2")] {
                let call = """
                    {"tool_calls":[{\(number)"id":"\(id)","function":\
                    {"name":"query","arguments":"\(text)"}}]}
                    """
                _ = reader.read(Array(ModelWire.event(call).utf8))
            }
            _ = reader.read(Array((ModelWire.finished("tool_calls") + ModelWire.done).utf8))
            #expect(reader.reply?.calls.map(\.id) == ["a", "b"])
            #expect(reader.reply?.calls.map(\.arguments) == ["1", "2"])
        }
    }

    @Test("a server that does not stream is understood too")
    func whole() async throws {
        let body = ModelWire.completion("You spent $5.")
        let (result, told) = try await outcome(.answer(status: 200, body: body))
        #expect(result == .success(ChatReply("You spent $5.")))
        #expect(told == ["You spent $5."])
    }

    @Test("what is sent is the conversation with its calls and results, and the tools")
    func wire() async throws {
        let call = ChatCall(id: "c1", name: "query", arguments: "{}")
        let request = ChatRequest(
            Self.request.messages + [.reply("", calls: [call]), .result("5", of: "c1")],
            tools: Self.request.tools,
            mayCall: false,
            tokensMost: 100,
            timeout: .seconds(60)
        )
        try await withModelWire(.stream(ModelWire.said("5"))) { url, wire in
            _ = await Self.outcome(of: url, request)
            let sent = try #require(wire.requests.first)
            #expect(sent.line == "POST /v1/chat/completions")
            #expect(sent.headers["Accept"] == "text/event-stream")
            #expect(
                sent.body == #"""
                    {"max_tokens":100,"messages":[{"content":"Be brief.","role":"system"},\#
                    {"content":"How much?","role":"user"},{"content":"","role":"assistant",\#
                    "tool_calls":[{"function":{"arguments":"{}","name":"query"},"id":"c1",\#
                    "type":"function"}]},{"content":"5","role":"tool","tool_call_id":"c1"}],\#
                    "model":"small","stream":true,"temperature":0,"tool_choice":"none",\#
                    "tools":[{"function":{"description":"Sums.","name":"query",\#
                    "parameters":{"type":"object"}},"type":"function"}]}
                    """#
            )
        }
    }

    @Test(
        "each fault is told apart",
        arguments: [
            (.answer(status: 500, body: "{}"), .refused(status: 500)),
            (.answer(status: 429, body: "{}"), .refused(status: 429)),
            (.answer(status: 429, body: "{}", retryAfter: "60"), .refused(status: 429)),
            (.answer(status: 200, body: "<html>"), .unreadable),
            (.answer(status: 200, body: #"{"error":{"message":"no"}}"#), .unreadable),
            (.stream(["data: {\n\n"]), .unreadable), (.stream([ModelWire.done]), .unreadable),
            // Well formed, and never says that it is whole.
            (.stream([ModelWire.event(#"{"content":"You spent $5"}"#)]), .unreadable),
            // The most tokens were reached in the middle of it.
            (
                .stream([
                    ModelWire.event(#"{"content":"You"}"#), ModelWire.finished("length"),
                    ModelWire.done,
                ]), .unreadable
            ),
            (.stream([ModelWire.event(#"{"content":"You"}"#)], .cut), .unreachable),
            // 10 MB, of which one is read.
            (.bytes(10_485_760), .unreadable),
        ] as [(ModelWire.Reply, LanguageModelError)]
    )
    func faults(reply: ModelWire.Reply, error: LanguageModelError) async throws {
        #expect(try await outcome(reply).result == .failure(error))
    }

    @Test("a text of more than 64 KiB, long arguments and many calls are given up")
    func bounds() {
        let long = String(repeating: "a", count: 8_192)
        let call = #"{"tool_calls":[{"index":0,"function":{"arguments":"\#(long)"}}]}"#
        for (delta, most) in [(#"{"content":"\#(long)"}"#, 8), (call, 4)] {
            var reader = ReplyReader()
            for _ in 0..<most { _ = reader.read(Array(ModelWire.event(delta).utf8)) }
            #expect(!reader.isOver)
            _ = reader.read(Array(ModelWire.event(delta).utf8))
            #expect(reader.isOver && reader.reply == nil)
        }
        var reader = ReplyReader()
        for number in 0...ReplyReader.callsMost {
            #expect(!reader.isOver)
            let call = #"{"tool_calls":[{"index":\#(number),"function":{"name":"query"}}]}"#
            _ = reader.read(Array(ModelWire.event(call).utf8))
        }
        #expect(reader.isOver && reader.reply == nil)
    }

    @Test(
        "is not waited for longer than it is said, before its reply or within it",
        arguments: [
            ModelWire.Reply.silence, .stream([ModelWire.event(#"{"content":"You"}"#)], .silence),
        ]
    )
    func slow(reply: ModelWire.Reply) async throws {
        let request = ChatRequest(
            Self.request.messages,
            tokensMost: 100,
            timeout: .milliseconds(100)
        )
        #expect(try await outcome(reply, request).result == .failure(.timedOut))
    }

    @Test("is given up at once when nobody listens")
    func down() async throws {
        let url = try await withModelWire(.silence) { url, _ in url }
        #expect(await Self.outcome(of: url, Self.request).result == .failure(.unreachable))
    }

    @Test("who is busy and asks for a short pause is asked once more, and no more")
    func busy() async throws {
        let busy = ModelWire.Reply.answer(status: 429, body: "{}", retryAfter: "0")
        let reply = ModelWire.Reply.each { _, count in
            count == 0 ? busy : .stream(ModelWire.said("$5."))
        }
        #expect(try await outcome(reply).result == .success(ChatReply("$5.")))
        try await withModelWire(busy) { url, wire in
            let outcome = await Self.outcome(of: url, Self.request)
            #expect(outcome.result == .failure(.refused(status: 429)))
            #expect(wire.requests.count == 2)
        }
    }
}

/// What was told, in order.
private final class Told: Sendable {
    private let list = Mutex<[String]>([])

    var texts: [String] { list.withLock { $0 } }

    func add(_ text: String) { list.withLock { $0.append(text) } }
}
