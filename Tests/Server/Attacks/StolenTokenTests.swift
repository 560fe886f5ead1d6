import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

/// Over sockets: what somebody has who read a parent's token, and what is left of it.
@Suite("Attack: a stolen token", .timeLimit(.minutes(5)))
struct StolenTokenTests {
    /// The status that a call is answered with.
    private func status(_ call: () async throws -> some Any) async throws -> Int {
        do {
            _ = try await call()
            return 200
        } catch let error as PurserError {
            return try #require(error.status)
        }
    }

    @Test("invites nobody, removes nobody and adds no way in", arguments: Engine.all)
    func invites(engine: Engine) async throws {
        try await withServer(engine) { server in
            let owner = try await server.registerParent()
            let second = try await server.registerSecondParent(of: owner)
            try await server.listening { port in
                let thief = DirectClient(transport: SocketTransport(port: port), token: owner.token)
                server.clock.advance(seconds: 300)
                let before = try await server.contents()
                let invited = try await status {
                    try await thief.call(API.Identity.createInvitation, .init(email: "t@x.example"))
                }
                #expect(invited == 401)
                let removed = try await status {
                    try await thief.call(API.Allowance.removeParent, .init(memberID: second.id))
                }
                #expect(removed == 401)
                let factor = try await status {
                    try await thief.call(API.Identity.beginSecondFactor, .init())
                }
                #expect(factor == 400)
                let after = try await server.contents()
                #expect(after == before)
                // The token is good all the same, and guesses are counted until nobody may try.
                let guess = API.Identity.InvitationRequest(
                    email: "t@x.example",
                    password: Password("guess1234")
                )
                var answers: [Int] = []
                for _ in 0..<11 {
                    answers.append(
                        try await status {
                            try await thief.call(API.Identity.createInvitation, guess)
                        }
                    )
                }
                #expect(answers == Array(repeating: 401, count: 10) + [429])
                let members = try await thief.call(API.Allowance.familyMembers).members
                #expect(members.count == 2)
                let open = try await thief.call(API.Identity.listInvitations).invitations
                #expect(open.isEmpty)
            }
        }
    }

    @Test(
        "is worth nothing once the password is changed and the sessions are ended",
        arguments: Engine.all
    )
    func story(engine: Engine) async throws {
        try await withServer(engine) { server in
            let owner = try await server.registerParent()
            try await server.listening { port in
                let transport = SocketTransport(port: port)
                let thief = DirectClient(transport: transport, token: owner.token)
                // Right after the sign-in the token is enough for an invitation and a code.
                let invitation = try await thief.call(
                    API.Identity.createInvitation,
                    .init(email: "thief@example.com")
                )
                let flow = CodeFlow()
                let code = try await flow.code(server)
                let renewed = try await thief.call(API.Allowance.refreshMember)
                let banking = try await DirectClient(transport: transport).call(
                    API.Banking.loginUser,
                    .init(email: owner.email, password: InProcessServer.password)
                )

                let home = DirectClient(
                    transport: transport,
                    token: try await server.login(owner.email).token
                )
                let told = try await home.call(API.Identity.listAccountEvents, .init()).events
                #expect(told.map(\.kind).contains("parent_invited"))
                _ = try await home.call(
                    API.Identity.changePassword,
                    .init(
                        currentPassword: InProcessServer.password,
                        newPassword: Password("7 green parrots"),
                        removePasskeys: true
                    )
                )
                _ = try await home.call(API.Identity.endSessions)

                let before = try await server.contents()
                for token in [owner.token, renewed.token, banking.accessToken, home.token] {
                    let client = DirectClient(transport: transport, token: token)
                    let me = try await status { try await client.call(API.Banking.currentUser) }
                    #expect(me == 401)
                    let again = try await status {
                        try await client.call(API.Allowance.refreshMember)
                    }
                    #expect(again == 401)
                }
                let nobody = DirectClient(transport: transport)
                let refreshed = try await status {
                    try await nobody.call(
                        API.Identity.exchangeToken,
                        .init(grantType: .refreshToken, refreshToken: banking.refreshToken)
                    )
                }
                #expect(refreshed == 401)
                let redeemed = try await status {
                    try await nobody.call(
                        API.Identity.exchangeToken,
                        .init(
                            grantType: .authorizationCode,
                            code: code,
                            redirectURI: flow.redirect,
                            codeVerifier: flow.verifier
                        )
                    )
                }
                #expect(redeemed == 401)
                let joined = try await status {
                    try await nobody.call(
                        API.Identity.registerInvited,
                        .init(
                            code: invitation.code,
                            password: InProcessServer.password,
                            firstName: "T",
                            lastName: "T"
                        )
                    )
                }
                #expect(joined == 400)
                let after = try await server.contents()
                #expect(after == before)
            }
        }
    }
}
