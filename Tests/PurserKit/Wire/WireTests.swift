import Contract
import PurserKit
import Testbed
import Testing

@Suite("Every endpoint, over a socket")
struct WireTests {
    @Test("is called by its method and succeeds", arguments: Engine.all)
    func story(engine: Engine) async throws {
        try await withServer(engine, settings: FamilyStory.settings) { server in
            try await server.listening { port in
                let called = CalledEndpoints()
                let story = FamilyStory(server: server) {
                    var configuration = Configuration.test
                    configuration.baseURL = "http://127.0.0.1:\(port)"
                    configuration.observers = [called]
                    return try Purser(configuration: configuration, tokens: MemoryTokenStore())
                }
                await story.play(called)
                #expect(called.succeeded == Set(API.all.map(\.name)))
                #expect(called.refused.isEmpty)
                let fault = try await server.faultInBooks()
                #expect(fault == nil)
            }
        }
    }
}
