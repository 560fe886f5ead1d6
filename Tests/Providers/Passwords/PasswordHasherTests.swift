import Kernel
import Testing

@testable import Providers

@Suite("Password hashes")
struct PasswordHasherTests {
    private let hasher: PasswordHasher

    init() throws {
        hasher = try PasswordHasher(cost: .least)
    }

    @Test("fit the password they were made from, and no other")
    func roundTrip() async throws {
        let hash = try await hasher.hash("abcdefg1")
        #expect(try await hasher.verify("abcdefg1", against: hash))
        for other in [
            "abcdefg2", "Abcdefg1", "abcdefg1 ", " abcdefg1", "abcdefg", "", "abcdefg1\0",
        ] {
            #expect(try await hasher.verify(other, against: hash) == false, "\(other)")
        }
    }

    @Test("differ for equal passwords, by their salt")
    func salts() async throws {
        let hashes = [try await hasher.hash("abcdefg1"), try await hasher.hash("abcdefg1")]
        #expect(hashes[0] != hashes[1])
    }

    @Test("take a password whole, also beyond a zero byte and in any script")
    func wholePassword() async throws {
        let long = String(repeating: "a1", count: 64)
        for (password, other) in [
            ("abc\0defg1", "abc\0defg2"), (long, String(long.dropLast()) + "2"),
            ("пароль-密码-1🔑", "пароль-密码-1🗝"), ("\u{FB01}x12345", "fix12345"),
        ] {
            let hash = try await hasher.hash(password)
            #expect(try await hasher.verify(password, against: hash))
            #expect(try await hasher.verify(other, against: hash) == false)
        }
    }

    @Test(
        "do not depend on how a keyboard composes accents",
        arguments: [
            ("\u{E9}t\u{E9}1234", "e\u{301}te\u{301}1234"), ("\u{D55C}\u{AE00}1234a", "한글1234a"),
            ("\u{212B}ngstr\u{F6}m1", "A\u{30A}ngstro\u{308}m1"),
        ]
    )
    func normalForm(composed: String, decomposed: String) async throws {
        let hash = try await hasher.hash(composed)
        #expect(try await hasher.verify(decomposed, against: hash))
        let other = try await hasher.hash(decomposed)
        #expect(try await hasher.verify(composed, against: other))
    }

    @Test("agree with the reference implementation")
    func vectors() async throws {
        let plain =
            "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
        #expect(try await hasher.verify("password", against: plain))
        #expect(try await hasher.verify("Password", against: plain) == false)
        // Made by argon2-cffi from the UTF-8 of the composed form.
        let accents =
            "$argon2id$v=19$m=64,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$"
            + "z+aQP74OMAVKJ81RexrLFf4a6qSWSTEaTVbf2ckaQWs"
        #expect(try await hasher.verify("pa\u{308}sswo\u{308}rd1", against: accents))
    }

    @Test("are of the documented cost")
    func cost() async throws {
        let standard = try PasswordHasher()
        let hash = try await standard.hash("abcdefg1")
        #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(try await standard.verify("abcdefg1", against: hash))
        #expect(!standard.needsRehash(hash))
        #expect(hasher.needsRehash(hash))
        let cheap = try await hasher.hash("abcdefg1")
        #expect(standard.needsRehash(cheap))
        #expect(standard.needsRehash("no hash"))
        #expect(try await standard.verify("abcdefg1", against: cheap), "an old cost still verifies")
    }

    @Test("of nobody are checked at the cost of everybody's, once, and never fit")
    func unknownUser() async throws {
        let hash = try await hasher.hash("abcdefg1")
        #expect(hasher.verifications == 0)
        #expect(try await hasher.verify("abcdefg2", against: hash) == false)
        #expect(hasher.verifications == 1)
        #expect(try await hasher.verify("abcdefg2", against: nil) == false)
        #expect(hasher.verifications == 2)
        #expect(!hasher.needsRehash(hasher.dummy))
        #expect(hasher.dummy.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
        #expect(try PasswordHasher().dummy.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
    }

    @Test(
        "that are damaged fit nothing",
        arguments: [
            "", "x", "$argon2id$", "$argon2id$v=19$m=8,t=1,p=1$$", "$2b$12$abcdefghijklmnopqrstuv",
            "$argon2id$v=19$m=8,t=0,p=1$c29tZXNhbHQ$AAAA", "abcdefg1",
        ]
    )
    func damaged(hash: String) async throws {
        #expect(try await hasher.verify("abcdefg1", against: hash) == false)
    }

    @Test("are computed two at a time, however many sign in at once")
    func parallel() async throws {
        let threads = WorkerThreads(threads: Limits.hashThreads, queue: 200)
        let hasher = try PasswordHasher(cost: .least, on: threads)
        let hash = try await hasher.hash("abcdefg1")
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                let password = number.isMultiple(of: 2) ? "abcdefg1" : "abcdefg2"
                group.addTask { try await hasher.verify(password, against: hash) }
            }
            let matches = try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            #expect(matches == 100)
        }
        #expect(threads.load.mostRunning <= 2)
        #expect(hasher.verifications == 200)
    }

    @Test("are refused beyond the documented queue, and nothing is computed for those")
    func queueFull() async throws {
        let threads = WorkerThreads(threads: Limits.hashThreads, queue: Limits.hashQueue)
        let hasher = try PasswordHasher(cost: .least, on: threads)
        let hash = try await hasher.hash("abcdefg1")
        let gate = Gate()
        await threads.settle(running: 0, waiting: 0)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<Limits.hashThreads {
                group.addTask {
                    try await threads.run { gate.pass() }
                    return true
                }
            }
            await threads.settle(running: Limits.hashThreads, waiting: 0)
            for _ in 0..<Limits.hashQueue {
                group.addTask { try await hasher.verify("abcdefg1", against: hash) }
            }
            await threads.settle(running: Limits.hashThreads, waiting: Limits.hashQueue)
            #expect(hasher.waiting == 64)
            await #expect(throws: PasswordHasherError.queueFull) {
                try await hasher.verify("abcdefg1", against: hash)
            }
            await #expect(throws: PasswordHasherError.queueFull) {
                try await hasher.verify("abcdefg1", against: nil)
            }
            await #expect(throws: PasswordHasherError.queueFull) {
                try await hasher.hash("abcdefg1")
            }
            #expect(hasher.verifications == 0)
            gate.open()
            for try await done in group { #expect(done) }
        }
        #expect(hasher.verifications == 64)
    }

    @Test("are no longer made after a shutdown")
    func shutdown() async throws {
        hasher.shutdown()
        await #expect(throws: PasswordHasherError.shutDown) { try await hasher.hash("abcdefg1") }
    }
}
