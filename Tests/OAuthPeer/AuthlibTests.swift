import Foundation
import Programs
import Testing

/// authlib, an OAuth client by other hands, asks a server that runs.
@Suite("authlib as a client")
struct AuthlibTests {
    @Test("signs in, exchanges, checks, renews, and is refused where it must be")
    func wholeWay() async throws {
        let script = Program.root.appending(path: "Tests/OAuthPeer/authlib_client.py").path
        // What a client is told of names the server by its public URL.
        try await Served.with(host: "127.0.0.1") { served in
            let result = try await Program.run(
                command: [try Python.path, script, served.url, Served.email, Served.password],
                environment: ["AUTHLIB_INSECURE_TRANSPORT": "1"]
            )
            #expect(result.isSuccess, "\(result.output)\(result.errors)")
            let steps = [
                "discovered", "signed in", "refused: invalid_grant", "exchanged", "renewed",
                "refused: invalid_grant", "ended", "refused: plain", "",
            ]
            #expect(result.output == steps.joined(separator: "\n"))
        }
    }
}
