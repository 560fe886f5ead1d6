import Contract
import Kernel
import Providers
import PurserKit
import SQL
import Synchronization
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The coach in a language model's words")
struct CoachPhrasingTests {
    private static let opening = "I'd advise against this purchase."
    private static let explanation = """
        You have already spent $120.00 of your $200.00 monthly limit for fun, and another $150.00 \
        would put you $70.00 over it. You could choose something up to $80.00.
        """
    private static let good = """
        With $120 of $200 gone on fun, $150 more is $70 too much; $80 would still be fine.
        """

    /// Runs `work` where $120.00 of a limit of $200.00 are spent and a model may word the advice.
    private func withModel(
        _ engine: Engine,
        _ model: ScriptedModel,
        interposing: (any Database) -> any Database = { $0 },
        _ work: (InProcessServer, TestMember) async throws -> Void
    ) async throws {
        try await withServer(engine, languageModel: model, interposing: interposing) { server in
            let parent = try await server.registerParent()
            _ = try await parent.setRule("fun", 20_000)
            let account = try await server.openAccount(of: parent)
            try await server.spend(12_000, at: "Secret Shop", from: account)
            try await work(server, parent)
        }
    }

    @Test("says the reasons as the model does, the verdict as we do", arguments: Engine.embedded)
    func phrased(engine: Engine) async throws {
        try await withModel(engine, ScriptedModel(" \(Self.good)\n")) { server, parent in
            let before = try await server.contents()
            let answer = try await parent.coach(15_000)
            #expect(answer.result == .block)
            #expect(answer.message == "\(Self.opening) \(Self.good)")
            #expect(try await server.contents() == before)
        }
    }

    @Test(
        "says all of it as we do when the model fails, invents, leaves out or rambles",
        arguments: [
            "", "You have $95.00 left, so $150.00 is fine.", "\(good) That is 75%.",
            "\(good) Ask again in three days.", "Sure, go ahead!", "\(good) See www.example.com.",
            good + String(repeating: " Please.", count: 80), "Dear\n\(good)",
        ],
        Engine.embedded
    )
    func refused(wording: String, engine: Engine) async throws {
        try await withModel(engine, ScriptedModel(wording)) { _, parent in
            let answer = try await parent.coach(15_000)
            #expect(answer.result == .block)
            #expect(answer.message == "\(Self.opening) \(Self.explanation)")
        }
    }

    @Test("says all of it as we do when the model does not answer", arguments: Engine.embedded)
    func failing(engine: Engine) async throws {
        let model = ScriptedModel(Self.good)
        try await withModel(engine, model) { _, parent in
            model.now { _ throws(LanguageModelError) in throw .timedOut }
            let answer = try await parent.coach(15_000)
            #expect(answer.message == "\(Self.opening) \(Self.explanation)")
            model.now { _ in Self.good }
            #expect(try await parent.coach(15_000).message == "\(Self.opening) \(Self.good)")
        }
    }

    @Test("tells the model our sentences and nothing else of anybody", arguments: Engine.embedded)
    func privacy(engine: Engine) async throws {
        let model = ScriptedModel("")
        try await withModel(engine, model) { server, parent in
            _ = try await parent.coach(15_000, at: "Another Shop")
            let child = try await server.registerChild(of: parent)
            _ = try await child.coach(15_000, at: "Another Shop")
            #expect(model.requests.first?.text == Self.explanation)
            #expect(Set(model.requests.map(\.instruction)).count == 1)
            #expect(model.requests.count == 2)
            for request in model.requests {
                for word in [parent.email, parent.id.text, "Doe", "John", "Alice", "Shop"] {
                    #expect(!request.text.contains(word) && !request.instruction.contains(word))
                }
            }
        }
    }

    @Test("asks the model outside of any transaction", arguments: Engine.embedded)
    func outside(engine: Engine) async throws {
        let open = Mutex(0)
        let interposed = Interposed()
        let model = ScriptedModel { _ in open.withLock { $0 } == 0 ? Self.good : "" }
        try await withModel(engine, model, interposing: interposed.make) { _, parent in
            interposed.database?.before { _ in open.withLock { $0 += 1 } }
            interposed.database?.after { _ in open.withLock { $0 -= 1 } }
            let answer = try await parent.coach(15_000, key: "k")
            #expect(answer.message == "\(Self.opening) \(Self.good)")
        }
    }

    @Test("asks the model once for a key, and answers the same again", arguments: Engine.embedded)
    func keys(engine: Engine) async throws {
        let model = ScriptedModel(Self.good)
        try await withModel(engine, model) { _, parent in
            let first = try await parent.coach(15_000, key: "k")
            #expect(first.message == "\(Self.opening) \(Self.good)")
            model.now { _ throws(LanguageModelError) in throw .unreachable }
            #expect(try await parent.coach(15_000, key: "k") == first)
            let other = await refusal { try await parent.coach(1, key: "k") }
            #expect(other?.status == 409)
            #expect(model.requests.count == 1)
        }
    }
}
