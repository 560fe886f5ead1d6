import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("The direction of pages")
struct PageDirectionTests {
    @Test("is that of the reader's language, on every page and on the one to sign in on")
    func direction() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let visit = try await WebVisit.signedIn(parent, server)
            let token = WebVisit.hidden(try await visit.get("/app").text, to: "/app/sign-out")
            let rows = [
                ("ar", "rtl"), ("he-IL,he;q=0.9", "rtl"), ("en-GB,ar;q=0.5", "ltr"), ("", "ltr"),
            ]
            for (languages, direction) in rows {
                let headers: Headers = ["Accept-Language": languages]
                let start = "<html lang=\"en\" dir=\"\(direction)\""
                let stranger = WebVisit(server)
                let signIn = try await stranger.get("/app/sign-in", headers: headers)
                #expect(signIn.text.contains(start), "\(languages)")
                let wrong = try await stranger.send(
                    signIn,
                    to: "/app/sign-in",
                    ["email": parent.email, "password": "wrong1234"],
                    headers: headers
                )
                #expect(wrong.status == 401)
                #expect(wrong.text.contains(start), "\(languages)")
                for path in ["/app", "/app/transactions", "/app/more", "/app/settings"] {
                    let page = try await visit.get(path, headers: headers)
                    #expect(page.status == 200)
                    #expect(page.text.contains(start), "\(languages) \(path)")
                }
                let refused = try await visit.post(
                    "/app/approvals/999",
                    token.merging(["decision": "approve"]) { $1 },
                    headers: headers
                )
                #expect(refused.status == 404)
                #expect(refused.text.contains(start), "\(languages)")
            }
        }
    }

    @Test("comes with the reader's digits and names of days")
    func figures() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let account = try await server.openAccount(of: parent)
            try await server.spend(129_050, from: account)
            let visit = try await WebVisit.signedIn(parent, server)
            let headers: Headers = ["Accept-Language": "ar-EG"]
            let page = try await visit.get("/app/transactions", headers: headers)
            #expect(page.text.contains("data-language=\"ar-EG\""))
            #expect(page.text.contains("١٬٢٩٠٫٥٠"))
            #expect(!page.text.contains("1,290.50"))
            let plain = try await visit.get("/app/transactions")
            #expect(plain.text.contains("1,290.50"))
        }
    }
}
