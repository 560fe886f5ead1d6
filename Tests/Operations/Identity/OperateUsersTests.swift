import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@Suite("What the operator does to users")
struct OperateUsersTests {
    private func expectStatus(
        _ status: Int,
        _ work: () async throws -> Void,
        _ location: SourceLocation = #_sourceLocation
    ) async {
        let error = await #expect(throws: PurserError.self, sourceLocation: location) {
            try await work()
        }
        #expect(error?.status == status, sourceLocation: location)
    }

    private func create(
        _ email: String,
        _ password: String = "password123",
        lastName: String? = nil,
        timeZone: String? = nil,
        _ server: InProcessServer
    ) async throws -> ID<Entity.Member> {
        try await server.operations.identity.createUser(
            email: email,
            password: Password(password),
            firstName: "Op",
            lastName: lastName,
            timeZone: timeZone,
            server.call()
        )
    }

    @Test("a user is created as who registers is, and may sign in", arguments: Engine.all)
    func created(engine: Engine) async throws {
        try await withServer(engine) { server in
            let id = try await create(" Op@Example.COM ", lastName: "Smith", server)
            let member = try await server.login("op@example.com")
            #expect(member.id == id)
            let me = try await member.purser.call(API.Allowance.currentMember)
            #expect(me.familyName == "Smith Family")
            #expect(me.role == .parent)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test(
        "a user is refused as who registers would be",
        arguments: Engine.all,
        [
            ("op", "password123", nil, "email is not an e-mail address"),
            (
                "op@example.com", "short1", nil,
                "password must have 8 to 128 characters, a letter and a digit among them"
            ),
            ("op@example.com", "password123", "Mars/Olympus", "time_zone is not a known time zone"),
            ("parent@example.com", "password123", nil, "This e-mail address is taken"),
        ] as [(String, String, String?, String)]
    )
    func refused(engine: Engine, row: (String, String, String?, String)) async throws {
        try await withServer(engine) { server in
            try await server.registerParent()
            let before = try await server.contents()
            let problem = await #expect(throws: Problem.self) {
                _ = try await create(row.0, row.1, timeZone: row.2, server)
            }
            #expect(problem?.message == row.3)
            #expect(try await server.contents() == before)
        }
    }

    @Test(
        "who is locked out is out at once, and comes back in with the old password",
        arguments: Engine.all
    )
    func locked(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            try await server.operations.identity.setUserActive(
                false,
                email: parent.email,
                server.call()
            )
            await expectStatus(401) { _ = try await parent.purser.call(API.Banking.currentUser) }
            await expectStatus(401) { _ = try await server.login(parent.email) }
            try await server.operations.identity.setUserActive(
                true,
                email: parent.email,
                server.call()
            )
            await expectStatus(401) { _ = try await parent.purser.call(API.Banking.currentUser) }
            let again = try await server.login(parent.email)
            #expect(try await again.purser.call(API.Banking.currentUser).isActive)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test("a new password ends the sessions of the old one", arguments: Engine.all)
    func reset(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let other = try await server.registerParent("other@example.com")
            try await server.operations.identity.resetPassword(
                email: " PARENT@example.com",
                to: Password("another456"),
                server.call()
            )
            await expectStatus(401) { _ = try await parent.purser.call(API.Banking.currentUser) }
            await expectStatus(401) { _ = try await server.login(parent.email) }
            let login = API.Banking.LoginRequest(
                email: parent.email,
                password: Password("another456")
            )
            _ = try await server.purser().call(API.Banking.loginUser, login)
            _ = try await other.purser.call(API.Banking.currentUser)
            #expect(try await server.faultInBooks() == nil)
        }
    }

    @Test(
        "a new password and letting in take the lock of failed sign-ins off",
        arguments: Engine.all,
        [true, false]
    )
    func unlocked(engine: Engine, byReset: Bool) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let wrong = API.Allowance.LoginRequest(
                email: parent.email,
                password: Password("wrong1234")
            )
            for _ in 0..<10 {
                await expectStatus(401) {
                    _ = try await server.purser().call(API.Allowance.loginMember, wrong)
                }
            }
            await expectStatus(429) { _ = try await server.login(parent.email) }
            if byReset {
                try await server.operations.identity.resetPassword(
                    email: parent.email,
                    to: InProcessServer.password,
                    server.call()
                )
            } else {
                try await server.operations.identity.setUserActive(
                    true,
                    email: parent.email,
                    server.call()
                )
            }
            _ = try await server.login(parent.email)
        }
    }

    @Test(
        "what is done to nobody is not found, and a bad new password is refused",
        arguments: Engine.all
    )
    func nobody(engine: Engine) async throws {
        try await withServer(engine) { server in
            let parent = try await server.registerParent()
            let before = try await server.contents()
            let kinds = [
                await kind {
                    try await server.operations.identity.setUserActive(false, email: "x@y.z", $0)
                },
                await kind {
                    try await server.operations.identity.turnOffSecondFactor(email: "x@y.z", $0)
                },
                await kind {
                    try await server.operations.identity.resetPassword(
                        email: "x@y.z",
                        to: InProcessServer.password,
                        $0
                    )
                },
                await kind {
                    try await server.operations.identity.resetPassword(
                        email: parent.email,
                        to: Password("short"),
                        $0
                    )
                },
            ]
            #expect(kinds == [.notFound, .notFound, .notFound, .invalid])
            #expect(try await server.contents() == before)

            func kind(_ work: (Call) async throws -> Void) async -> Problem.Kind? {
                await #expect(throws: Problem.self) { try await work(server.call()) }?.kind
            }
        }
    }
}
