import Foundation
import PurserKit
import PurserKitStore
import PurserTesting
import Testing

extension Snippets {
    /// Makes a client as an app does, once.
    static func makeClient() throws -> Purser {
        try Purser(
            configuration: .production(at: "https://purser.example.com", storage: .onDevice)
        )
    }

    static func signIn(_ purser: Purser, email: String, password: String) async throws -> String {
        let member = try await purser.session.signIn(email: email, password: password)
        return "Hello, \(member.displayName)."
    }

    static func signInWithPage(_ purser: Purser, open: (URL) async throws -> String) async throws {
        let request = try await purser.session.beginSignIn(
            redirectURI: "safepocket://auth/callback"
        )
        let callback = try await open(request.url)
        try await purser.session.finishSignIn(request, callback: callback)
    }

    static func followSession(_ purser: Purser, show: (String) -> Void) async {
        for await state in purser.session.states {
            switch state {
            case .unknown: continue
            case .unreadable: show("unlock the device")
            case .signedIn: show("home")
            case .signedOut(.expired): show("sign in again")
            case .signedOut: show("sign in")
            }
        }
    }
}

extension Snippets {
    @Test("signing in, and out again")
    func signsIn() async throws {
        try await LocalServer.with { server in
            let people = try await server.addDemoHousehold()
            let purser = try server.purser()
            let words = try await Self.signIn(
                purser,
                email: people[0].email,
                password: people[0].password
            )
            #expect(words.hasPrefix("Hello, Ana"))
            try await purser.session.signOut()
            let state = try await purser.session.state
            #expect(state == .signedOut(.byMember))
            await purser.shutdown()
        }
    }

    @Test("a client for production is made without asking the network")
    func makesClient() async throws {
        let purser = try Self.makeClient()
        await purser.shutdown()
    }

    @Test("the server's page is asked for with a proof, and a strange answer of it is refused")
    func signsInWithPage() async throws {
        try await LocalServer.with { server in
            let purser = try server.purser()
            await #expect(throws: PurserError.self) {
                try await Self.signInWithPage(purser) { page in
                    #expect(page.absoluteString.contains("code_challenge_method=S256"))
                    return "safepocket://auth/callback?code=stolen&state=wrong"
                }
            }
            await purser.shutdown()
        }
    }
}
