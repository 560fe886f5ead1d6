import Contract
import PurserKit
import Testbed
import Testing

@Suite("Every endpoint, against a server in process")
struct FamilyStoryTests {
    @Test(
        "is called by its method and succeeds, also where every transaction runs twice",
        arguments: Engine.all,
        [false, true]
    )
    func story(engine: Engine, runsAgain: Bool) async throws {
        try await withServer(
            engine,
            settings: FamilyStory.settings,
            interposing: { runsAgain ? RerunDatabase($0) : $0 }
        ) { server in
            let called = CalledEndpoints()
            let story = FamilyStory(server: server) {
                var configuration = Configuration.test
                configuration.observers = [called]
                return try server.app(configuration: configuration)
            }
            await story.play(called)
            #expect(called.succeeded == Set(API.all.map(\.name)))
            #expect(called.refused.isEmpty)
            let fault = try await server.faultInBooks()
            #expect(fault == nil)
        }
    }
}
