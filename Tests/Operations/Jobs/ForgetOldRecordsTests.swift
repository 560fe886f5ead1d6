import Contract
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@Suite("Forgetting old records")
struct ForgetOldRecordsTests {
    @Test(
        "takes what has ended, each when its own time is over, and nothing else",
        arguments: Engine.all
    )
    func forgets(engine: Engine) async throws {
        try await withServer(engine) { server in
            let register = API.Banking.RegisterRequest(
                email: "parent@example.com",
                password: InProcessServer.password
            )
            let session = try await server.purser().call(
                API.Banking.registerUser,
                register,
                idempotencyKey: "k"
            )
            let wrong = API.Banking.LoginRequest(email: "a@b.c", password: Password("wrong1234"))
            await #expect(throws: PurserError.self) {
                _ = try await server.purser().call(API.Banking.loginUser, wrong)
            }
            let start = try await server.contents()
            let forget = { (seconds: Int64) in
                try await server.operations.forgetOldRecords(
                    now: TestClock.noon.adding(seconds: seconds)
                )
            }
            #expect(try await forget(900) == 0)
            #expect(try await server.contents() == start)
            #expect(try await forget(901) == 1)
            #expect(try await forget(86_399) == 0)
            #expect(try await forget(86_400) == 1)
            #expect(try await forget(60 * 86_400 - 1) == 0)
            #expect(try await forget(60 * 86_400) == 1)
            #expect(
                try await server.contents().changed(since: start)
                    == ["failed_logins", "idempotency_keys", "refresh_tokens"]
            )
            #expect(try await server.faultInBooks() == nil)
            _ = try await server.purser(token: session.accessToken).call(API.Banking.currentUser)
        }
    }
}
