import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Store
import Testbed
import Testing

@testable import ServerTestbed

@Suite("A second factor")
struct SecondFactorTests {
    private let path = "/api/v1/auth/second-factor"

    private func status(
        _ member: TestMember
    ) async throws -> API.Identity.SecondFactorStatus {
        try await member.purser.call(API.Identity.getSecondFactor)
    }

    @Test("is asked for from its first code on, until it is turned off", arguments: Engine.all)
    func life(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            #expect(try await status(parent) == .init(isOn: false, recoveryCodesLeft: 0))
            let begun = try await parent.purser.call(
                API.Identity.beginSecondFactor,
                .init(password: InProcessServer.password)
            )
            #expect(begun.secret.count == 32)
            #expect(
                begun.uri == "otpauth://totp/Purser:parent%40example.com?secret=\(begun.secret)"
                    + "&issuer=Purser&algorithm=SHA1&digits=6&period=30"
            )
            #expect(try await status(parent).isOn == false)
            #expect(try await server.signIn(parent.email).status == 200)

            let app = try Authenticator(begun.secret)
            let codes = try await parent.purser.call(
                API.Identity.confirmSecondFactor,
                .init(code: app.code(server.clock))
            ).recoveryCodes
            #expect(codes.count == 10 && Set(codes).count == 10)
            #expect(try await status(parent) == .init(isOn: true, recoveryCodesLeft: 10))
            #expect(try await server.signIn(parent.email).status == 401)

            server.clock.advance(seconds: 30)
            let off = try await parent.purser.call(
                API.Identity.disableSecondFactor,
                .init(password: InProcessServer.password, code: app.code(server.clock))
            )
            #expect(off.message == "The second factor is off")
            #expect(try await status(parent) == .init(isOn: false, recoveryCodesLeft: 0))
            #expect(try await server.signIn(parent.email).status == 200)
            #expect(
                try await server.authEventKinds(of: parent).filter { $0 != .signedIn }
                    == [.secondFactorOn, .secondFactorOff]
            )
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("is kept so that the database tells neither secret nor codes", arguments: Engine.all)
    func sealed(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let begun = try await parent.purser.call(
                API.Identity.beginSecondFactor,
                .init(password: InProcessServer.password)
            )
            let app = try Authenticator(begun.secret)
            let code = app.code(server.clock)
            let codes = try await parent.purser.call(
                API.Identity.confirmSecondFactor,
                .init(code: code)
            ).recoveryCodes
            let contents = try await server.contents()
            #expect(contents.count("totp_factors") == 1 && contents.count("recovery_codes") == 10)
            for secret in codes + codes.map({ $0.replacing("-", with: "").uppercased() }) {
                #expect(!contents.mention(secret))
            }
            #expect(!contents.mention(begun.secret) && !contents.mention("otpauth"))
            for line in server.log.lines {
                #expect(!line.contains(begun.secret) && !line.contains(codes[0]))
            }
        }
    }

    @Test("is begun anew as long as no code confirmed it", arguments: Engine.all)
    func anew(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            var apps: [Authenticator] = []
            for _ in 0..<2 {
                let begun = try await parent.purser.call(
                    API.Identity.beginSecondFactor,
                    .init(password: InProcessServer.password)
                )
                apps.append(try Authenticator(begun.secret))
            }
            let before = try await server.contents()
            let old = #"{"code":"\#(apps[0].code(server.clock))"}"#
            let refused = try await server.post("\(path)/confirm", old, token: parent.token)
            #expect(refused.status == 400)
            #expect(try refused.faults() == ["code is wrong"])
            let changed = try await server.contents().changed(since: before)
            #expect(changed == ["auth_events", "failed_logins"])
            let new = #"{"code":"\#(apps[1].code(server.clock, apart: -1))"}"#
            let taken = try await server.post("\(path)/confirm", new, token: parent.token)
            #expect(taken.status == 200)
        }
    }

    @Test("has its first code guessed no oftener than a sign-in's", arguments: Engine.all)
    func guessing(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let begun = try await parent.purser.call(
                API.Identity.beginSecondFactor,
                .init(password: InProcessServer.password)
            )
            let app = try Authenticator(begun.secret)
            let confirm = { (code: String) in
                let body = #"{"code":"\#(code)"}"#
                return try await server.post("\(path)/confirm", body, token: parent.token)
            }
            for _ in 0..<10 {
                let answer = try await confirm(app.wrongCode(server.clock))
                #expect(answer.status == 400)
                #expect(try answer.faults() == ["code is wrong"])
            }
            #expect(try await server.authEventKinds(of: parent).last == .locked)
            let before = try await server.contents()
            let locked = try await confirm(app.code(server.clock))
            #expect(locked.status == 429)
            #expect(locked.headers["Retry-After"] == "900")
            #expect(try await server.contents() == before)
            server.clock.advance(seconds: 900)
            #expect(try await confirm(app.code(server.clock)).status == 200)
            #expect(try await status(parent) == .init(isOn: true, recoveryCodesLeft: 10))
        }
    }

    @Test("is neither begun nor confirmed twice, nor turned off when none is on")
    func conflicts() async throws {
        try await withServer(.sqlite) { server in
            let parent = try await server.registerParent()
            let password = #"{"password":"password123"}"#
            let both = #"{"password":"password123","code":"123456"}"#
            let code = #"{"code":"123456"}"#
            let before = try await server.contents()
            for (tail, body) in [("/confirm", code), ("/disable", both)] {
                let answer = try await server.post(path + tail, body, token: parent.token)
                #expect(answer.status == 409)
                #expect(try answer.string("error.code") == "CONFLICT")
            }
            #expect(try await server.contents() == before)
            let app = try await server.turnOnSecondFactor(of: parent)
            let on = try await server.contents()
            let right = #"{"code":"\#(app.code(server.clock))"}"#
            for (tail, body) in [("", password), ("/confirm", right)] {
                let answer = try await server.post(path + tail, body, token: parent.token)
                #expect(answer.status == 409)
                #expect(try answer.string("error.message") == "A second factor is on already")
            }
            #expect(try await server.contents() == on)
        }
    }

    @Test("takes the password to begin, and both factors to end", arguments: Engine.all)
    func wrong(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let app = try await server.turnOnSecondFactor(of: parent)
            let before = try await server.contents()
            let code = app.code(server.clock)
            let rows = [
                ("", #"{"password":"wrong1234"}"#, "password is wrong"),
                ("/disable", #"{"password":"wrong1234","code":"\#(code)"}"#, "password is wrong"),
                (
                    "/disable",
                    #"{"password":"password123","code":"\#(app.wrongCode(server.clock))"}"#,
                    "code is wrong"
                ),
                (
                    "/disable", #"{"password":"password123","code":"aaaa-aaaa-aaaa-aaaa"}"#,
                    "code is wrong"
                ),
            ]
            for (tail, body, fault) in rows {
                let answer = try await server.post(path + tail, body, token: parent.token)
                #expect(answer.status == 400)
                #expect(try answer.faults() == [fault])
            }
            let changed = try await server.contents().changed(since: before)
            #expect(changed == ["auth_events", "failed_logins"])
            // None of them used the code up.
            let right = #"{"password":"password123","code":"\#(code)"}"#
            let off = try await server.post("\(path)/disable", right, token: parent.token)
            #expect(off.status == 200)
        }
    }

    @Test("is turned off once for a key, though its code is spent by then", arguments: Engine.all)
    func repeated(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let app = try await server.turnOnSecondFactor(of: parent)
            let body = #"{"password":"password123","code":"\#(app.recoveryCodes[0])"}"#
            let headers: Headers = ["Idempotency-Key": "k"]
            let post = {
                try await server.post(
                    "\(path)/disable",
                    body,
                    token: parent.token,
                    headers: headers
                )
            }
            let first = try await post()
            let before = try await server.contents()
            let second = try await post()
            #expect(first.status == 200 && second.status == 200)
            #expect(first.body == second.body)
            #expect(second.headers["Idempotency-Replayed"] == "true")
            #expect(try await server.contents() == before)
        }
    }

    @Test("that is lost is turned off by the operator, and the rest stays", arguments: Engine.all)
    func lost(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let turnOff = {
                let email = " \(parent.email.uppercased()) "
                try await server.operations.identity.turnOffSecondFactor(
                    email: email,
                    server.call()
                )
            }
            let before = try await server.contents()
            let none = await #expect(throws: Problem.self) { try await turnOff() }
            #expect(none?.message == "No second factor is on")
            #expect(try await server.contents() == before)
            let app = try await server.turnOnSecondFactor(of: parent)
            #expect(try await server.signIn(parent.email).status == 401)
            try await turnOff()
            #expect(try await server.signIn(parent.email).status == 200)
            #expect(try await server.signIn(parent.email, "wrong1234").status == 401)
            let kinds = try await server.authEventKinds(of: parent)
            #expect(kinds.contains(.secondFactorOff))
            let contents = try await server.contents()
            #expect(contents.count("totp_factors") == 0 && contents.count("recovery_codes") == 0)
            #expect(contents.mention("second factor off"))
            #expect(try await status(parent).isOn == false)
            // Whoever sets up another one begins with other codes.
            let next = try await server.turnOnSecondFactor(of: parent)
            let old = try await server.signIn(parent.email, code: app.recoveryCodes[0])
            #expect(old.status == 401)
            let new = try await server.signIn(parent.email, code: next.recoveryCodes[0])
            #expect(new.status == 200)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("of one member is none of another's", arguments: Engine.all)
    func others(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            let app = try await server.turnOnSecondFactor(of: parent)
            #expect(try await server.signIn(child.email).status == 200)
            let own = try await server.turnOnSecondFactor(of: child)
            for code in [app.code(server.clock), app.recoveryCodes[0]] {
                #expect(try await server.signIn(child.email, code: code).status == 401)
            }
            let answer = try await server.signIn(child.email, code: own.code(server.clock))
            #expect(answer.status == 200)
            #expect(try await status(parent).recoveryCodesLeft == 10)
        }
    }
}
