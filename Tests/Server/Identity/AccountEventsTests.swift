import Contract
import Kernel
import Operations
import PurserKit
import SQL
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What happened to an account")
struct AccountEventsTests {
    private func happen(
        _ count: Int,
        to member: TestMember,
        on server: InProcessServer
    ) async throws {
        let calls = (0..<count).map { _ in server.call() }
        try await server.database.write { session in
            for (index, call) in calls.enumerated() {
                try AuthEvents.insert(
                    call.ids.next(at: call.now),
                    AuthEvent.Kind(rawValue: "kind_\(index)"),
                    of: member.id,
                    client: "client",
                    trace: "trace-\(index)",
                    now: call.now,
                    in: session
                )
            }
        }
    }

    private func events(
        of member: TestMember,
        limit: Int64? = nil,
        before: Int64? = nil
    ) async throws -> [API.Identity.AccountEvent] {
        try await member.purser.call(
            API.Identity.listAccountEvents,
            .init(limit: limit.map { PageNumber($0) }, before: before.map { PageNumber($0) })
        ).events
    }

    @Test("is told newest first, page by page, to its member alone", arguments: Engine.all)
    func pages(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let earlier = try await events(of: parent).count
            try await happen(130, to: parent, on: server)
            let childBefore = try await events(of: child, limit: 100)
            let first = try await events(of: parent)
            #expect(first.map(\.kind) == (110..<130).reversed().map { "kind_\($0)" })
            #expect(first.first?.traceID == "trace-129")
            #expect(first.first?.clientID == "client")
            #expect(first.first?.happenedAt.instant == server.clock.now)
            var all = try await events(of: parent, limit: 1_000)
            #expect(all.count == 100)
            all += try await events(of: parent, limit: 100, before: all[99].number)
            #expect(all.count == 130 + earlier)
            #expect(zip(all, all.dropFirst()).allSatisfy { $0.number > $1.number })
            #expect(try await events(of: parent, limit: -3).count == 1)
            #expect(try await events(of: parent, before: 0).isEmpty)
            #expect(try await events(of: child, limit: 100) == childBefore)
        }
    }

    /// The header of a request that names its trace.
    private func named(_ trace: String) -> Headers { ["X-Request-Trace": trace] }

    private func credentials(_ password: String) -> String {
        #"{"email":"parent@example.com","password":"\#(password)"}"#
    }

    /// Signs in at every door and out of one, and brings back too late what was used.
    private func comeAndGo(_ server: InProcessServer) async throws {
        let right = credentials("password123")
        let banking = try await server.post("/api/auth/login", right, headers: named("in-1"))
        let allowance = try await server.post("/api/v1/auth/login", right, headers: named("in-2"))
        let token = try #require(try allowance.string("token"))
        _ = try await server.post("/api/auth/logout", nil, token: token, headers: named("out"))
        let refresh = try #require(try banking.string("refresh_token"))
        let exchange = #"{"grantType":"refresh_token","refreshToken":"\#(refresh)"}"#
        #expect(try await server.post("/auth/token", exchange).status == 200)

        var forms: [[(String, String)]] = []
        for trace in ["in-3", "in-4"] {
            let page = try await SignInVisit.begin(server).signIn(headers: named(trace))
            forms.append(CodeFlow().form(try #require(page.sent("code"))))
        }
        let tokens = try OAuthTokens(try await server.token(forms[0]))
        #expect(try await server.refresh(tokens.refresh).status == 200)
        #expect(try await server.token(forms[1]).status == 200)

        server.clock.advance(seconds: 11)
        let spent = [
            ("grant_type", "refresh_token"), ("refresh_token", tokens.refresh),
            ("client_id", "purser-native"),
        ]
        let answers = [
            try await server.post("/auth/token", exchange, headers: named("again-1")),
            try await server.token(spent, headers: named("again-2")),
            try await server.token(forms[1], headers: named("again-3")),
        ]
        #expect(answers.map(\.status) == [401, 400, 400])
    }

    @Test("is told with the trace of its request, at whichever door", arguments: Engine.all)
    func traces(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let before = try await server.authEvents(of: parent).count
            try await comeAndGo(server)
            for number in 0..<9 {
                let headers = named("wrong-\(number)")
                let wrong = credentials("wrong1234")
                let answer = try await server.post("/api/v1/auth/login", wrong, headers: headers)
                #expect(answer.status == 401)
            }
            let last = try await SignInVisit.begin(server)
                .signIn("parent@example.com", "wrong1234", headers: named("wrong-9"))
            #expect(last.status == 200)
            let told = try await server.authEvents(of: parent).dropFirst(before)
                .map { "\($0.kind.rawValue) \($0.trace)" }
            let expected =
                [
                    "signed_in in-1", "signed_in in-2", "signed_out out", "signed_in in-3",
                    "signed_in in-4", "token_reused again-1", "token_reused again-2",
                    "token_reused again-3",
                ] + (0..<10).map { "sign_in_failed wrong-\($0)" } + ["locked wrong-9"]
            #expect(told == expected)
        }
    }

    @Test("is forgotten after 400 days", arguments: Engine.all)
    func retention(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            try await happen(3, to: parent, on: server)
            let over = server.clock.now.adding(seconds: 400 * 86_400)
            try await server.operations.forgetOldRecords(now: over)
            #expect(try await server.contents().count("auth_events") >= 3)
            try await server.operations.forgetOldRecords(now: over.adding(milliseconds: 1))
            #expect(try await server.contents().count("auth_events") == 0)
        }
    }

    @Test(
        "and sessions that ended or lapsed are forgotten together, once nothing refers to them",
        arguments: Engine.all
    )
    func sessions(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let second = try await server.login(parent.email)
            _ = try await second.purser.call(API.Banking.logoutUser)
            let third = try await server.login(parent.email)
            let start = server.clock.now
            server.clock.advance(seconds: 3_600)
            _ = try await third.purser.call(API.Allowance.refreshMember)
            let left = { (seconds: Int64, milliseconds: Int64) in
                let end = start.adding(seconds: 400 * 86_400 + seconds)
                let now = end.adding(milliseconds: milliseconds)
                try await server.operations.forgetOldRecords(now: now)
                return try await server.contents().count("sessions")
            }
            #expect(try await left(0, 0) == 3)
            // The one that ended, and the one that was never used again.
            #expect(try await left(0, 1) == 1)
            #expect(try await server.get("/rules", token: third.token).status == 200)
            #expect(try await left(3_600, 0) == 1)
            #expect(try await left(3_600, 1) == 0)
            #expect(try await server.faultInBooks() == nil)
        }
    }
}
