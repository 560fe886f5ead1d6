import PurserKit
import Testbed
import Testing

@testable import Providers

@Suite("A language model behind OpenAI's wire")
struct OpenAICompatibleModelTests {
    private static let request = PhrasingRequest(instruction: "Be \"kind\".", text: "Nö: $5.00/d.")

    /// What comes of one call to a server that answers as it is told.
    private func outcome(
        of reply: ModelWire.Reply,
        timeout: Duration = .seconds(60)
    ) async throws -> Result<String, LanguageModelError> {
        try await withModelWire(reply) { url, _ in
            let model = OpenAICompatibleModel(baseURL: url, name: "small", timeout: timeout)
            return await Self.outcome(of: model)
        }
    }

    private static func outcome(
        of model: OpenAICompatibleModel
    ) async -> Result<String, LanguageModelError> {
        do throws(LanguageModelError) {
            return .success(try await model.phrase(request))
        } catch {
            return .failure(error)
        }
    }

    @Test(
        "is asked for one wording, with a key only where there is one",
        arguments: [(nil, ""), ("sk-1", "/")] as [(String?, String)]
    )
    func wire(key: String?, slash: String) async throws {
        let reply = ModelWire.Reply.answer(status: 200, body: ModelWire.completion("No: 5 $."))
        try await withModelWire(reply) { url, wire in
            let model = OpenAICompatibleModel(
                baseURL: url + slash,
                name: "small",
                key: key.map { Secret(Array($0.utf8)) },
                timeout: .seconds(60)
            )
            #expect(try await model.phrase(Self.request) == "No: 5 $.")
            let sent = try #require(wire.requests.first)
            #expect(wire.requests.count == 1)
            #expect(sent.line == "POST /v1/chat/completions")
            #expect(sent.headers["Content-Type"] == "application/json")
            #expect(sent.headers["Authorization"] == key.map { "Bearer \($0)" })
            #expect(
                sent.body == #"""
                    {"max_tokens":300,"messages":[{"content":"Be \"kind\".","role":"system"},\#
                    {"content":"Nö: $5.00/d.","role":"user"}],"model":"small","temperature":0.2}
                    """#
            )
        }
    }

    @Test(
        "has a server that refuses or makes no sense told apart",
        arguments: [
            (500, "{}", .refused(status: 500)), (401, "{}", .refused(status: 401)),
            (429, ModelWire.completion("Yes."), .refused(status: 429)),
            (302, "", .refused(status: 302)), (200, "", .unreadable), (200, "{", .unreadable),
            (200, "<html>", .unreadable), (200, "[]", .unreadable), (200, "{}", .unreadable),
            (200, #"{"choices":[]}"#, .unreadable),
            (200, #"{"choices":[{"message":{"role":"assistant","content":null}}]}"#, .unreadable),
            (200, ModelWire.completion(String(repeating: "a", count: 65_536)), .unreadable),
        ] as [(Int, String, LanguageModelError)]
    )
    func refusals(status: Int, body: String, error: LanguageModelError) async throws {
        let outcome = try await outcome(of: .answer(status: status, body: body))
        #expect(outcome == .failure(error))
    }

    @Test(
        "is not waited for longer than it is said, before its answer or within it",
        arguments: [ModelWire.Reply.silence, .half(#"{"choices":["#)]
    )
    func silence(reply: ModelWire.Reply) async throws {
        let outcome = try await outcome(of: reply, timeout: .milliseconds(100))
        #expect(outcome == .failure(.timedOut))
    }

    @Test("is given up at once when nobody listens")
    func unreachable() async throws {
        let url = try await withModelWire(.silence) { url, _ in url }
        let model = OpenAICompatibleModel(baseURL: url, name: "small", timeout: .seconds(60))
        #expect(await Self.outcome(of: model) == .failure(.unreachable))
        let nowhere = OpenAICompatibleModel(baseURL: "nowhere", name: "small")
        #expect(await Self.outcome(of: nowhere) == .failure(.unreachable))
    }

    @Test("never prints its key")
    func printing() {
        let key = Secret(Array("correct horse".utf8))
        let model = OpenAICompatibleModel(baseURL: "http://a", name: "small", key: key)
        var dumped = ""
        dump(model, to: &dumped)
        for text in ["\(model)", String(reflecting: model), dumped] {
            #expect(!text.contains("correct") && !text.contains("99, 111"))
        }
    }
}
