import Contract
import Dispatch
import Kernel
import Operations
import PurserKit
import Testbed
import Testing

@testable import Providers
@testable import ServerTestbed

@Suite("The hashing queue")
struct HashingQueueTests {
    private static let right = #"{"email":"parent@example.com","password":"password123"}"#
    private static let new = #"{"email":"new@example.com","password":"password123"}"#
    private static let parent = """
        {"email":"new@example.com","password":"password123","firstName":"A","lastName":"B",\
        "familyName":"C"}
        """

    /// A hasher whose one thread is held until it is let go.
    private struct HeldHasher {
        let hasher: PasswordHasher
        private let threads: WorkerThreads
        private let gate = DispatchSemaphore(value: 0)

        init(queue: Int, share: Int) throws {
            threads = WorkerThreads(threads: 1, queue: queue, share: share)
            hasher = try PasswordHasher(cost: .least, on: threads)
        }

        /// Runs `work` while the thread is held.
        func held(_ work: (HeldHasher) async throws -> Void) async throws {
            async let holding: Void = threads.run(for: "nobody") { [gate] in gate.wait() }
            await eventually("the thread is held") { threads.load.running == 1 }
            do {
                try await work(self)
                gate.signal()
            } catch {
                gate.signal()
                throw error
            }
            try await holding
        }

        func letGo() { gate.signal() }

        func waiting(_ count: Int) async {
            await eventually("\(count) wait") { threads.load.waiting == count }
        }
    }

    @Test("that is full refuses with 429 at every door, and nothing is changed")
    func full() async throws {
        let held = try HeldHasher(queue: 1, share: 1)
        try await withServer(.sqlite, passwords: held.hasher) { server in
            try await server.registerParent()
            let visit = try await SignInVisit.begin(server)
            let before = try await server.contents()
            try await held.held { held in
                async let first = server.raw(
                    "POST",
                    "/api/v1/auth/login",
                    Self.right,
                    from: "192.0.2.9"
                )
                await held.waiting(1)
                for (door, body) in [
                    ("/api/auth/login", Self.right), ("/api/v1/auth/login", Self.right),
                    ("/api/auth/register", Self.new), ("/api/auth/register", Self.right),
                    ("/api/v1/auth/register/parent", Self.parent),
                ] {
                    let answer = try await server.post(door, body)
                    #expect(answer.status == 429, "\(door)")
                    #expect(answer.headers["Retry-After"] == "1", "\(door)")
                    #expect(try answer.string("error.code") == "RATE_LIMITED")
                }
                let page = try await visit.signIn()
                #expect(page.status == 429)
                #expect(page.headers["Retry-After"] == "1")
                #expect(try await server.contents() == before)
                held.letGo()
                let answer = try await first
                #expect(answer.status == 200)
            }
        }
    }

    @Test("counts what a member asks to its address, as what callers without a token ask")
    func shares() async throws {
        let held = try HeldHasher(queue: 8, share: 1)
        try await withServer(.sqlite, passwords: held.hasher) { server in
            let parent = try await server.registerParent()
            let child = try await server.registerChild(of: parent)
            try await held.held { held in
                async let stranger = server.raw(
                    "POST",
                    "/api/v1/auth/login",
                    Self.right,
                    from: "192.0.2.1"
                )
                await held.waiting(1)
                let change = #"{"currentPassword":"password123","newPassword":"password124"}"#
                let path = "/api/v1/auth/password"
                let here = try await server.raw(
                    "PUT",
                    path,
                    change,
                    token: child.token,
                    from: "192.0.2.1"
                )
                #expect(here.status == 429)
                async let elsewhere = server.raw(
                    "PUT",
                    path,
                    change,
                    token: child.token,
                    from: "192.0.2.2"
                )
                await held.waiting(2)
                let twice = try await server.raw(
                    "POST",
                    "/api/v1/auth/login",
                    Self.right,
                    from: "192.0.2.2"
                )
                #expect(twice.status == 429)
                held.letGo()
                let answers = try await [stranger, elsewhere]
                #expect(answers.map(\.status) == [200, 200])
            }
        }
    }

    @Test("has nothing to hash for an address that is taken, whose answer takes as long")
    func taken() async throws {
        let passwords = try PasswordHasher()
        try await withServer(.sqlite, passwords: passwords) { server in
            let parent = try await server.registerParent()
            let invited = try await Self.invite("child@example.com", by: parent, server)
            _ = try await server.registerChild("child@example.com", of: parent)
            let before = try await server.contents()
            let hashes = passwords.hashes
            let child = """
                {"email":"parent@example.com","password":"password123","firstName":"A",\
                "lastName":"B","weeklyAllowance":1}
                """
            let invitation = """
                {"code":"\(invited)","password":"password123","firstName":"A","lastName":"B"}
                """
            for (door, body, token) in [
                ("/api/auth/register", Self.right, nil),
                ("/api/v1/auth/register/parent", Self.takenParent, nil),
                ("/api/v1/auth/register/child", child, parent.token),
                ("/api/v1/auth/register/invited", invitation, nil),
            ] {
                let (started, usual) = (ContinuousClock.now, passwords.usualDuration)
                let answer = try await server.post(door, body, token: token)
                #expect(answer.status == 409, "\(door)")
                #expect(ContinuousClock.now - started >= usual, "\(door)")
            }
            #expect(passwords.hashes == hashes)
            #expect(try await server.contents() == before)
            // Nor is anything hashed for who guesses codes of invitations, with or without a key.
            let guess = invitation.replacing(invited, with: "guess")
            for headers: Headers in [[:], ["Idempotency-Key": "k"]] {
                let path = "/api/v1/auth/register/invited"
                #expect(try await server.post(path, guess, headers: headers).status == 400)
            }
            #expect(passwords.hashes == hashes)
        }
    }

    /// Invites; the password is there for when it is asked for.
    private static func invite(
        _ email: String,
        by parent: TestMember,
        _ server: InProcessServer
    ) async throws -> String {
        let answer = try await server.post(
            "/api/v1/auth/invitations",
            #"{"email":"\#(email)","password":"password123"}"#,
            token: parent.token
        )
        return try #require(try answer.string("code"))
    }

    private static let takenParent = parent.replacing("new@", with: "PARENT@")
}
