import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

/// What a device that a family shares does not do.
extension FamilyDeviceTests {
    @Test("takes no form that another site made up")
    func otherSites() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let visit = try await shared(by: parent, server)
            let chosen = try await choose("John Doe", visit)
            let person = try #require(WebVisit.hidden(chosen.text, to: Self.list)["person"])
            let fields = ["person": person, "password": "password123"]
            #expect(try await visit.post(Self.list, fields).status == 400)
            let again = try await choose("John Doe", visit)
            let evil: Headers = ["Origin": "https://evil.example"]
            let answer = try await visit.send(again, to: Self.list, fields, headers: evil)
            #expect(answer.status == 400)
            #expect(visit.cookies["purser-session"] == nil)
        }
    }

    @Test("by TLS its cookie comes by TLS only, and from this host")
    func secure() async throws {
        var settings = ServerSettings.unlimited
        settings.publicURL = "https://purser.example"
        try await withServer(.sqlite, settings: settings) { server in
            let parent = try await server.registerParent()
            let visit = try await WebVisit.signedIn(parent, server)
            let answer = try await settle(visit, ["do": "share"])
            let cookie = try #require(answer.headers["Set-Cookie"])
            #expect(cookie.hasPrefix("__Host-\(Self.cookie)="))
            let end = "; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=\(Self.year)"
            #expect(cookie.hasSuffix(end))
        }
    }
}
