import Contract
import Kernel
import Operations
import PurserKit
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Explaining a stored decision")
struct ExplainDecisionTests {
    /// Exports a decision, reads the document and makes the decision again.
    private func expectSame(
        _ answer: API.Guardian.AuthorizeResponse,
        _ reason: API.Guardian.AuthorizeReason,
        on server: InProcessServer
    ) async throws {
        #expect(answer.reason == reason)
        let before = try await server.contents()
        let file = try await server.operations.guardian.exportDecision(answer.decisionID)
        #expect(try await server.contents() == before)
        #expect(file.record.id == answer.decisionID)
        #expect(file.record.reason == reason.rawValue)
        let read = try DecisionFile(file.text.utf8)
        #expect(read == file)
        let explained = try read.explained()
        #expect(explained.difference == nil)
        let last = try #require(explained.lines.last)
        #expect(last.hasPrefix("answer: \(answer.decision.rawValue) \(reason.rawValue)"))
        for check in answer.trace {
            #expect(explained.lines.contains { $0.hasSuffix(check.detail) }, "\(check.detail)")
        }
    }

    @Test("the facts give every decision by limits again", arguments: Engine.all)
    func limits(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            try await expectSame(try await parent.authorize(100), .ok, on: server)
            let unknown = try await parent.authorize(100, nil, at: "Nobody \"Knows\" é\n")
            try await expectSame(unknown, .ok, on: server)
            let found = try await parent.authorize(100, nil, at: "CVS", mcc: 5_411)
            try await expectSame(found, .ok, on: server)
            _ = try await parent.setRule("fun", 20_000)
            try await expectSame(try await parent.authorize(10_000), .ok, on: server)
            try await expectSame(try await parent.authorize(10_001), .risky, on: server)
            try await server.spend(12_000, from: account)
            try await expectSame(try await parent.authorize(8_000), .ok, on: server)
            try await expectSame(try await parent.authorize(8_001), .risky, on: server)
            _ = try await parent.setRule("fun", 0)
            try await expectSame(try await parent.authorize(1), .risky, on: server)
            try await parent.override(5_000, at: "Steam")
            try await expectSame(try await parent.authorize(5_000), .override, on: server)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("the facts give every decision by places again", arguments: Engine.all)
    func places(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            try await parent.fence(.warn, name: #"Café "Zwei""#)
            try await expectSame(try await parent.authorize(100), .ok, on: server)
            try await parent.ping(40.7128)
            try await expectSame(try await parent.authorize(100), .locationWarn, on: server)
            try await parent.fence(.block, "games", name: "Arcade")
            try await expectSame(try await parent.authorize(100), .locationWarn, on: server)
            let blocked = try await parent.authorize(100, "games")
            try await expectSame(blocked, .locationBlock, on: server)
            server.clock.advance(seconds: 1_801)
            try await expectSame(try await parent.authorize(100, "games"), .ok, on: server)
            try await parent.ping(40.8)
            try await expectSame(try await parent.authorize(100, "games"), .ok, on: server)
        }
    }

    @Test("a decision that is not there is not found", arguments: Engine.all)
    func unknown(engine: Engine) async throws {
        try await withServer(engine) { server in
            let problem = await #expect(throws: Problem.self) {
                try await server.operations.guardian.exportDecision(ID(.zero))
            }
            #expect(problem?.kind == .notFound)
        }
    }
}
