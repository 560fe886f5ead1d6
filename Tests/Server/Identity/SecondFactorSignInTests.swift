import Contract
import Kernel
import Providers
import PurserKit
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Signing in with a second factor")
struct SecondFactorSignInTests {
    private let doors = ["/api/auth/login", "/api/v1/auth/login"]

    @Test("takes password and code at every door", arguments: Engine.all, [0, 1])
    func both(engine: Engine, door: Int) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let app = try await server.turnOnSecondFactor(of: parent)
            let missing = try await server.signIn(parent.email, at: doors[door])
            #expect(missing.status == 401)
            #expect(missing.headers["WWW-Authenticate"] == "Bearer")
            #expect(
                try missing.string("error.message") == "A code of the second factor is needed"
            )
            let code = app.code(server.clock)
            let answer = try await server.signIn(parent.email, code: code, at: doors[door])
            #expect(answer.status == 200)
            let key = door == 0 ? "access_token" : "token"
            let token = try #require(try answer.string(key))
            let me = try await server.get("/api/v1/auth/me", token: token)
            #expect(me.status == 200)
            let event = try #require(try await server.authEvents(of: parent).last)
            #expect(event.kind == .signedIn)
            let session = try Claims(token).string("sid")
            #expect(event.session?.text == session)
        }
    }

    @Test("takes a code once, at whichever door, and none before it", arguments: Engine.all)
    func replay(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let app = try await server.turnOnSecondFactor(of: parent)
            server.clock.advance(seconds: 60)
            let code = app.code(server.clock)
            #expect(try await server.signIn(parent.email, code: code).status == 200)
            for door in doors {
                for late in [code, app.code(server.clock, apart: -1)] {
                    let answer = try await server.signIn(parent.email, code: late, at: door)
                    #expect(answer.status == 401)
                    #expect(
                        try answer.string("error.message")
                            == "The code is wrong or was used before"
                    )
                }
            }
            server.clock.advance(seconds: 29)
            #expect(try await server.signIn(parent.email, code: code).status == 401)
            let next = app.code(server.clock, apart: 1)
            #expect(try await server.signIn(parent.email, code: next).status == 200)
        }
    }

    @Test("takes a code one step early or late, and no further", arguments: Engine.all)
    func window(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let app = try await server.turnOnSecondFactor(of: parent)
            for (apart, status) in [(-2, 401), (-1, 200), (2, 401), (1, 200)] as [(Int64, Int)] {
                server.clock.advance(seconds: 300)
                let code = app.code(server.clock, apart: apart)
                #expect(try await server.signIn(parent.email, code: code).status == status)
            }
        }
    }

    @Test("takes one code once, however many send it together", arguments: Engine.all)
    func together(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let app = try await server.turnOnSecondFactor(of: parent)
            for code in [app.code(server.clock), app.recoveryCodes[0]] {
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<8 {
                        group.addTask {
                            try await server.signIn(parent.email, code: code).status
                        }
                    }
                    return try await group.reduce(into: [Int]()) { $0.append($1) }
                }
                #expect(statuses.count { $0 == 200 } == 1, "\(statuses)")
                #expect(Set(statuses).isSubset(of: [200, 401, 503]))
                // Those that were refused are forgotten by a sign-in that succeeds.
                server.clock.advance(seconds: 900)
            }
        }
    }

    @Test("takes a recovery code once, however it is typed", arguments: Engine.all)
    func recovery(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let app = try await server.turnOnSecondFactor(of: parent)
            let code = app.recoveryCodes[3]
            let typed = " \(code.uppercased().replacing("-", with: " "))"
            #expect(try await server.signIn(parent.email, code: typed).status == 200)
            #expect(try await server.signIn(parent.email, code: code).status == 401)
            let status = try await parent.purser.call(API.Identity.getSecondFactor)
            #expect(status == .init(isOn: true, recoveryCodesLeft: 9))
            let kinds = try await server.authEventKinds(of: parent).suffix(3)
            #expect(kinds == [.recoveryCodeUsed, .signedIn, .signInFailed])
        }
    }

    @Test("tells who has not the password nothing of a code", arguments: Engine.all)
    func silence(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let app = try await server.turnOnSecondFactor(of: parent)
            for door in doors {
                for code in [nil, app.code(server.clock), app.recoveryCodes[0], "000000"] {
                    for email in [parent.email, "nobody@example.com"] {
                        server.clock.advance(seconds: 900)
                        let answer = try await server.signIn(
                            email,
                            "wrong1234",
                            code: code,
                            at: door
                        )
                        #expect(answer.status == 401)
                        #expect(
                            try answer.string("error.message") == "E-mail or password is wrong"
                        )
                    }
                }
            }
            let code = app.recoveryCodes[0]
            #expect(try await server.signIn(parent.email, code: code).status == 200)
        }
    }

    @Test("a code is looked at by nobody where no second factor is on")
    func unasked() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            #expect(try await server.signIn(parent.email, code: "123456").status == 200)
            let long = String(repeating: "1", count: 65)
            let answer = try await server.signIn(parent.email, code: long)
            #expect(answer.status == 400)
            #expect(try answer.faults() == ["code is too long"])
        }
    }

    @Test("wrong codes lock, though the password in between was right", arguments: Engine.all)
    func locked(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let app = try await server.turnOnSecondFactor(of: parent)
            let wrong = app.wrongCode(server.clock)
            for _ in 0..<10 {
                #expect(try await server.signIn(parent.email, code: wrong).status == 401)
                // Would this clear the count, who has the password could try codes for ever.
                _ = try await server.signIn(parent.email)
            }
            let code = app.code(server.clock)
            let answer = try await server.signIn(parent.email, code: code)
            #expect(answer.status == 429)
            #expect(answer.headers["Retry-After"] == "900")
            let banking = try await server.signIn(parent.email, code: code, at: doors[0])
            #expect(banking.status == 403)
            let kinds = try await server.authEventKinds(of: parent)
            #expect(kinds.count { $0 == .signInFailed } == 10)
            #expect(kinds.last == .locked)
            server.clock.advance(seconds: 900)
            let later = try await server.signIn(parent.email, code: app.code(server.clock))
            #expect(later.status == 200)
        }
    }

    @Test("failures are remembered for who has the account, not for who has none")
    func events() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            _ = try await server.signIn(parent.email, "wrong1234")
            let before = try await server.contents()
            _ = try await server.signIn("nobody@example.com", "wrong1234")
            #expect(try await server.contents().changed(since: before) == ["failed_logins"])
            let event = try #require(try await server.authEvents(of: parent).last)
            #expect(event.kind == .signInFailed)
            #expect(event.session == nil && !event.trace.isEmpty)
        }
    }
}
