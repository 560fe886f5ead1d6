import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("The page of components")
struct ComponentsPageTests {
    private static let path = "/app/components"

    private static let ofDemo: ServerSettings = {
        var settings = ServerSettings.unlimited
        settings.showsComponents = true
        return settings
    }()

    @Test("is there in a demo, for whoever is signed in")
    func demo() async throws {
        try await withServer(.sqlite, settings: Self.ofDemo) { server in
            let stranger = try await WebVisit(server).get(Self.path)
            #expect(stranger.status == 303)
            #expect(stranger.headers["Location"] == "/app/sign-in?next=%2Fapp%2Fcomponents")
            let parent = try await server.registerParent()
            for member in [parent, try await server.registerChild(of: parent)] {
                let visit = try await WebVisit.signedIn(member, server)
                let page = try await visit.get(Self.path)
                #expect(page.status == 200)
                for part in [
                    "<h1>Components</h1>", "class=\"button quiet\"", "aria-invalid=\"true\"",
                    "<select", "\u{2212}$4.50", "+$12.50", "nearly used", "class=\"bars\"",
                    "<polyline", "<table>", "class=\"notice bad\"", "class=\"chip\"",
                    "<details class=\"again\" open>", "Which cards do you have?",
                    "class=\"gauge bad\"", "type=\"checkbox\"", "may I buy this?",
                    "<dialog aria-label=\"Remove Kite\" open>", "class=\"toast notice good\"",
                ] { #expect(page.text.contains(part), "\(part)") }
                for part in ["style=", "<script>", "onclick", "{{", "}}"] {
                    #expect(!page.text.contains(part), "\(part)")
                }
                #expect(!page.text.contains("action=\"/app/approvals"))
                let sent = try await visit.send(page, to: Self.path, ["name": "Kite"])
                #expect(sent.status == 303 && sent.headers["Location"] == Self.path)
                #expect(try await visit.post(Self.path, ["name": "Kite"]).status == 400)
            }
        }
    }

    @Test("is nowhere else, as little as a page that nobody knows")
    func elsewhere() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            for visit in [WebVisit(server), try await WebVisit.signedIn(parent, server)] {
                for path in [Self.path, "/app/nothing"] {
                    let page = try await visit.get(path)
                    #expect(page.status == 404, "\(path)")
                    #expect(!page.text.contains("Components"), "\(path)")
                    #expect(try await visit.post(path, ["name": "Kite"]).status == 404, "\(path)")
                }
            }
        }
    }
}
