import PurserKit
import PurserKitStore
import PurserTesting
import Testing

/// The code that the documentation shows, compiled and run.
///
/// ``DocumentationTests`` holds the documents against these files, so that what they show is what
/// was run here. They are not the package manager's own snippets, because those are programs: every
/// build links each of them against every library of the package, nothing runs them, and their
/// warnings are let pass.
@Suite("Snippets")
struct Snippets {
    /// Runs `work` with a parent of the demo household, signed in.
    static func asParent<R>(_ work: (Purser) async throws -> R) async throws -> R {
        try await LocalServer.with { server in
            let people = try await server.addDemoHousehold()
            var configuration = Configuration.development
            configuration.storage = .temporary
            let purser = try server.purser(configuration: configuration)
            try await purser.session.signIn(email: people[0].email, password: people[0].password)
            let result = try await work(purser)
            await purser.shutdown()
            return result
        }
    }
}
