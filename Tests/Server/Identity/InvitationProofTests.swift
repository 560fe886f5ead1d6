import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("Inviting a second parent, by whoever holds a token")
struct InvitationProofTests {
    private func invite(
        _ password: Password? = nil,
        code: String? = nil,
        by parent: TestMember
    ) async throws {
        _ = try await parent.purser.call(
            API.Identity.createInvitation,
            .init(email: "x@example.com", password: password, code: code)
        )
    }

    private func open(of parent: TestMember) async throws -> Int {
        try await parent.purser.call(API.Identity.listInvitations).invitations.count
    }

    @Test(
        "needs more than a token: the password, or a code, or a sign-in just now",
        arguments: Engine.all
    )
    func proof(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let target = "/api/v1/auth/invitations"
            let post = { (proof: String) in
                let body = #"{"email":"x@example.com"\#(proof)}"#
                return try await server.post(target, body, token: parent.token)
            }
            server.clock.advance(seconds: 299, milliseconds: 999)
            #expect(try await post("").status == 201)
            // What is given must be right, also right after the sign-in.
            let early = try await post(#","password":"wrong1234""#)
            #expect(early.status == 401)
            #expect(try early.faults() == ["password is wrong"])
            server.clock.advance(milliseconds: 1)
            let before = try await server.contents()
            let bare = try await post("")
            #expect(bare.status == 401)
            #expect(try bare.string("error.code") == "AUTHENTICATION_REQUIRED")
            #expect(try bare.faults() == ["password or code is required"])
            #expect(bare.headers["WWW-Authenticate"] == "Bearer")
            #expect(try await server.contents() == before)
            // A renewal is no sign-in.
            let renewed = try await parent.purser.call(API.Allowance.refreshMember).token
            let body = #"{"email":"y@example.com"}"#
            #expect(try await server.post(target, body, token: renewed).status == 401)
            // There is no second factor that it could be a code of.
            let code = try await post(#","code":"123456""#)
            #expect(code.status == 401)
            #expect(try code.faults() == ["code is wrong"])
            #expect(try await server.contents().count("failed_logins") == 2)
            #expect(try await post(#","password":"password123""#).status == 201)
            #expect(try await open(of: parent) == 2)
        }
    }

    @Test("takes a code of the second factor in place of the password", arguments: Engine.all)
    func secondFactor(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let authenticator = try await server.turnOnSecondFactor(of: parent)
            server.clock.advance(seconds: 600)
            let unknown = authenticator.wrongCode(server.clock)
            let wrong = await refusal { try await invite(code: unknown, by: parent) }
            #expect(wrong?.status == 401 && wrong?.details == ["code": "is wrong"])
            let both = await refusal {
                try await invite(InProcessServer.password, code: unknown, by: parent)
            }
            #expect(both?.status == 401)
            let used = authenticator.code(server.clock)
            try await invite(code: used, by: parent)
            try await invite(InProcessServer.password, by: parent)
            #expect(try await open(of: parent) == 2)
            let replay = await refusal { try await invite(code: used, by: parent) }
            #expect(replay?.status == 401)
        }
    }

    @Test("locks the address after ten wrong proofs, as a sign-in does", arguments: Engine.all)
    func guessing(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let guess = { (number: Int) in
                await refusal { try await invite(Password("wrong123\(number)"), by: parent) }
            }
            for number in 0..<10 { #expect(await guess(number)?.status == 401) }
            let locked = await guess(10)
            #expect(locked?.status == 429 && locked?.retryAfterSeconds == 900)
            let unproven = await refusal { try await invite(by: parent) }
            #expect(unproven?.status == 429)
            #expect(try await server.contents().count("invitations") == 0)
        }
    }
}
