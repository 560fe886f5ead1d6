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
        let hash = try await hasher.hash("abcdefg1", for: "a")
        #expect(try await hasher.verify("abcdefg1", against: hash, for: "a"))
        for other in [
            "abcdefg2", "Abcdefg1", "abcdefg1 ", " abcdefg1", "abcdefg", "", "abcdefg1\0",
        ] {
            #expect(try await hasher.verify(other, against: hash, for: "a") == false, "\(other)")
        }
    }

    @Test("differ for equal passwords, by their salt")
    func salts() async throws {
        let hashes = [
            try await hasher.hash("abcdefg1", for: "a"),
            try await hasher.hash("abcdefg1", for: "a"),
        ]
        #expect(hashes[0] != hashes[1])
    }

    @Test("take a password whole, also beyond a zero byte and in any script")
    func wholePassword() async throws {
        let long = String(repeating: "a1", count: 64)
        for (password, other) in [
            ("abc\0defg1", "abc\0defg2"), (long, String(long.dropLast()) + "2"),
            ("пароль-密码-1🔑", "пароль-密码-1🗝"), ("\u{FB01}x12345", "fix12345"),
        ] {
            let hash = try await hasher.hash(password, for: "a")
            #expect(try await hasher.verify(password, against: hash, for: "a"))
            #expect(try await hasher.verify(other, against: hash, for: "a") == false)
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
        let hash = try await hasher.hash(composed, for: "a")
        #expect(try await hasher.verify(decomposed, against: hash, for: "a"))
        let other = try await hasher.hash(decomposed, for: "a")
        #expect(try await hasher.verify(composed, against: other, for: "a"))
    }

    @Test("agree with the reference implementation")
    func vectors() async throws {
        let plain =
            "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
        #expect(try await hasher.verify("password", against: plain, for: "a"))
        #expect(try await hasher.verify("Password", against: plain, for: "a") == false)
        // Made by argon2-cffi from the UTF-8 of the composed form.
        let accents =
            "$argon2id$v=19$m=64,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$"
            + "z+aQP74OMAVKJ81RexrLFf4a6qSWSTEaTVbf2ckaQWs"
        #expect(try await hasher.verify("pa\u{308}sswo\u{308}rd1", against: accents, for: "a"))
    }

    @Test("are of the documented cost")
    func cost() async throws {
        let standard = try PasswordHasher()
        let hash = try await standard.hash("abcdefg1", for: "a")
        #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(try await standard.verify("abcdefg1", against: hash, for: "a"))
        let cheap = try await hasher.hash("abcdefg1", for: "a")
        #expect(cheap.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
        let verifies = try await standard.verify("abcdefg1", against: cheap, for: "a")
        #expect(verifies, "an old cost still verifies")
    }

    @Test("of nobody are checked at the cost of everybody's, once, and never fit")
    func unknownUser() async throws {
        let hash = try await hasher.hash("abcdefg1", for: "a")
        #expect(hasher.verifications == 0)
        #expect(try await hasher.verify("abcdefg2", against: hash, for: "a") == false)
        #expect(hasher.verifications == 1)
        #expect(try await hasher.verify("abcdefg2", against: nil, for: "a") == false)
        #expect(hasher.verifications == 2)
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
        #expect(try await hasher.verify("abcdefg1", against: hash, for: "a") == false)
    }

    @Test("are computed two at a time, however many sign in at once")
    func parallel() async throws {
        let threads = WorkerThreads(threads: Limits.hashThreads, queue: 200, share: 200)
        let hasher = try PasswordHasher(cost: .least, on: threads)
        let hash = try await hasher.hash("abcdefg1", for: "a")
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                let password = number.isMultiple(of: 2) ? "abcdefg1" : "abcdefg2"
                group.addTask { try await hasher.verify(password, against: hash, for: "a") }
            }
            let matches = try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            #expect(matches == 100)
        }
        #expect(threads.load.mostRunning <= 2)
        #expect(hasher.verifications == 200)
    }

    @Test("are refused beyond the documented queue, and nothing is computed for those")
    func queueFull() async throws {
        let threads = documentedThreads()
        let hasher = try PasswordHasher(cost: .least, on: threads)
        let hash = try await hasher.hash("abcdefg1", for: "a")
        let gate = Gate()
        await threads.settle(running: 0, waiting: 0)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<Limits.hashThreads {
                group.addTask {
                    try await threads.run(for: "a") { gate.pass() }
                    return true
                }
            }
            await threads.settle(running: Limits.hashThreads, waiting: 0)
            for number in 0..<Limits.hashQueue {
                group.addTask {
                    try await hasher.verify("abcdefg1", against: hash, for: "\(number)")
                }
            }
            await threads.settle(running: Limits.hashThreads, waiting: Limits.hashQueue)
            #expect(hasher.waiting == 64)
            await #expect(throws: PasswordHasherError.queueFull) {
                try await hasher.verify("abcdefg1", against: hash, for: "b")
            }
            await #expect(throws: PasswordHasherError.queueFull) {
                try await hasher.verify("abcdefg1", against: nil, for: "b")
            }
            await #expect(throws: PasswordHasherError.queueFull) {
                try await hasher.hash("abcdefg1", for: "b")
            }
            await #expect(throws: PasswordHasherError.queueFull) {
                try await hasher.rest(for: "b")
            }
            #expect(hasher.verifications == 0)
            gate.open()
            for try await done in group { #expect(done) }
        }
        #expect(hasher.verifications == 64)
    }

    @Test("are refused beyond a quarter of the queue to whoever has that, and to nobody else")
    func share() async throws {
        let threads = documentedThreads()
        let hasher = try PasswordHasher(cost: .least, on: threads)
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { try await threads.run(for: "a") { gate.pass() } } }
            await threads.settle(running: 2, waiting: 0)
            for _ in 0..<16 {
                group.addTask { _ = try await hasher.verify("abcdefg1", against: nil, for: "a") }
            }
            await threads.settle(running: 2, waiting: 16)
            await #expect(throws: PasswordHasherError.queueFull) {
                try await hasher.hash("abcdefg1", for: "a")
            }
            await #expect(throws: PasswordHasherError.queueFull) { try await hasher.rest(for: "a") }
            group.addTask { _ = try await hasher.hash("abcdefg1", for: "b") }
            await threads.settle(running: 2, waiting: 17)
            gate.open()
            try await group.waitForAll()
        }
        #expect(hasher.verifications == 16)
        #expect(hasher.hashes == 1)
    }

    @Test("are not looked for when a password is longer than any: it is wrong, at the same cost")
    func tooLong() async throws {
        let most = String(repeating: "a1", count: 64)
        let hash = try await hasher.hash(most, for: "a")
        #expect(try await hasher.verify(most, against: hash, for: "a"))
        let before = hasher.verifications
        for long in [most + "1", "a1" + String(repeating: "\u{0316}\u{0301}", count: 50_000)] {
            #expect(try await hasher.verify(long, against: hash, for: "a") == false)
            await #expect(throws: PasswordHasherError.tooLong) {
                try await hasher.hash(long, for: "a")
            }
        }
        #expect(hasher.verifications == before + 2)
        // Nor does what stands in for such a password open anything.
        let empty = try await hasher.hash("", for: "a")
        #expect(try await hasher.verify(most + "1", against: empty, for: "a") == false)
    }

    @Test("tell how long they take, so that who is refused can be made to wait as long")
    func duration() async throws {
        let costly = try PasswordHasher()
        #expect(costly.usualDuration > .milliseconds(1))
        #expect(costly.usualDuration > hasher.usualDuration)
        let (started, usual) = (ContinuousClock.now, costly.usualDuration)
        try await costly.rest(for: "a")
        #expect(ContinuousClock.now - started >= usual)
        #expect((costly.hashes, costly.verifications) == (0, 0))
    }

    @Test("are no longer made after a shutdown")
    func shutdown() async throws {
        hasher.shutdown()
        await #expect(throws: PasswordHasherError.shutDown) {
            try await hasher.hash("abcdefg1", for: "a")
        }
    }

    private func documentedThreads() -> WorkerThreads {
        WorkerThreads(
            threads: Limits.hashThreads,
            queue: Limits.hashQueue,
            share: Limits.hashQueueOfOne
        )
    }
}
