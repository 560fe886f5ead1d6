import Contract
import Operations
import Providers
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What somebody agrees to on the page")
struct ConsentTests {
    private let redirect = "https://app.example.com/back?from=purser"

    private func visit(
        _ server: InProcessServer,
        _ scope: String?,
        _ changes: [String: String?] = [:]
    ) async throws -> SignInVisit {
        let asked: [String: String?] = [
            "client_id": "test-app", "redirect_uri": redirect, "scope": scope,
        ]
        return try await SignInVisit.begin(server, asked.merging(changes) { $1 })
    }

    /// The items of the list.
    private func items(_ page: TransportResponse) -> [String] {
        page.text.matches(of: /<li>([^<]*)<\/li>/).map { String($0.1) }
    }

    @Test(
        "is the app's name and what it may do, in words, before anybody signs in",
        arguments: [
            (
                "openid profile email guardian:read",
                [
                    "know that it is you", "see your name", "see your e-mail address",
                    "stay signed in until you end its session",
                    "see your limits, places, cards and purchases",
                ]
            ),
            (
                "banking banking:read insights",
                [
                    "stay signed in until you end its session",
                    """
                    see and change your bank accounts and transactions, and see your name and \
                    e-mail address
                    """,
                    "see and change your budgets and reports",
                ]
            ),
            (
                nil,
                [
                    "stay signed in until you end its session",
                    "see and change nothing of your household and its money",
                ]
            ),
        ] as [(String?, [String])]
    )
    func words(scope: String?, sentences: [String]) async throws {
        try await withServer(.sqlite) { server in
            let page = try await visit(server, scope).page
            #expect(page.status == 200)
            #expect(items(page) == sentences)
            #expect(page.text.contains("<strong>test-app</strong> is an app that does not"))
            #expect(page.text.contains(">Agree and sign in</button>"))
            #expect(!page.text.contains(">Sign in</button>"))
            #expect(page.text.contains(">I do not agree</button>"))
            let list = try #require(page.text.firstRange(of: "<ul"))
            let form = try #require(page.text.firstRange(of: "<form"))
            #expect(list.lowerBound < form.lowerBound)
        }
    }

    @Test("each scope has a sentence of its own")
    func sentences() async throws {
        try await withServer(.sqlite) { server in
            var seen: Set<String> = []
            let scopes = OAuthScope.allCases.filter { $0 != .account && $0 != .offlineAccess }
            for scope in scopes {
                let found = items(try await visit(server, scope.rawValue).page)
                seen.insert(found.joined(separator: "; "))
                let isAPI = !["openid", "profile", "email"].contains(scope.rawValue)
                #expect(found.contains { $0.contains("nothing") } == !isAPI, "\(scope)")
                let reads = scope.rawValue.hasSuffix(":read")
                let changes = found.contains { $0.contains("change your") }
                #expect(changes == (isAPI && !reads), "\(scope)")
            }
            #expect(seen.count == scopes.count)
        }
    }

    @Test("is nothing where an app of the house asks, which is as it was")
    func own() async throws {
        try await withServer(.sqlite) { server in
            let page = try await SignInVisit.begin(server, ["scope": "openid guardian"]).page
            #expect(items(page) == [])
            #expect(page.text.contains(">Sign in</button>"))
            #expect(!page.text.contains("gree"))
        }
    }

    @Test("stands on every page of the way, and is what the code is for", arguments: Engine.all)
    func way(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let app = try await server.turnOnSecondFactor(of: parent)
            let first = try await visit(server, "allowance:read")
            let wrong = try await first.signIn(parent.email, "wrong1234")
            #expect(items(wrong) == items(first.page))
            let second = try await SignInVisit(server, wrong).signIn(parent.email)
            #expect(items(second) == items(first.page))
            #expect(second.text.contains(">Agree and go on</button>"))
            let code = app.code(server.clock)
            let back = try await SignInVisit(server, second).send(["code": code])
            #expect(back.status == 302)
            var flow = CodeFlow(client: "test-app", redirect: redirect)
            flow.verifier = SignInVisit.verifier
            let answer = try await server.token(flow.form(try #require(back.sent("code"))))
            #expect(try OAuthTokens(answer).scope == "allowance:read")
        }
    }

    @Test("may be declined, with what the app needs to know and nothing else")
    func declined() async throws {
        try await withServer(.sqlite) { server in
            try await server.registerParent()
            let visit = try await visit(server, "guardian")
            let before = try await server.contents()
            let answer = try await visit.send(["decline": "yes"])
            #expect(answer.status == 302)
            let location = try #require(answer.headers["Location"])
            #expect(location.hasPrefix("\(redirect)&error=access_denied&"))
            #expect(answer.sent("state") == "af0ifjsldkj")
            #expect(answer.sent("iss") == server.issuer)
            #expect(answer.sent("code") == nil)
            #expect(answer.headers["Set-Cookie"]?.contains("Max-Age=0") == true)
            #expect(try await server.contents() == before)
            #expect(server.operations.identity.passwords.verifications == 0)
            // The form is one of its own, and does not send what was typed.
            let forms = visit.page.text.split(separator: "<form").dropFirst()
            let declining = try #require(forms.first { $0.contains("name=\"decline\"") })
            #expect(!declining.contains("password"))
        }
    }

    @Test("is not declined by another site's form")
    func forged() async throws {
        try await withServer(.sqlite) { server in
            let visit = try await visit(server, "guardian")
            let answer = try await visit.send(["decline": "yes"], cookie: .some(nil))
            #expect(answer.status == 200)
            #expect(answer.alert == "This page was too old; please sign in again")
        }
    }

    @Test("cannot be changed between the page and the form")
    func changed() async throws {
        try await withServer(.sqlite) { server in
            try await server.registerParent()
            let visit = try await visit(server, "guardian:read")
            let answer = try await visit.send([
                "scope": "guardian", "email": "parent@example.com", "password": "password123",
            ])
            #expect(answer.status == 200)
            #expect(answer.headers["Location"] == nil)
            let account = try await visit.send(["scope": "account"])
            #expect(account.sent("error") == "invalid_scope")
        }
    }
}
