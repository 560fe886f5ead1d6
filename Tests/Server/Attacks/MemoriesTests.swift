import Guardian
import Kernel
import Testing

@testable import Operations
@testable import Providers
@testable import Server
@testable import ServerTestbed

/// Everything that is kept in memory and found by a text that comes from a caller.
///
/// `Tests/Tidy/MemoryTests.swift` knows each file that keeps anything at all, and sends what a
/// caller's text finds here.
@Suite("What is remembered under texts of callers")
struct MemoriesTests {
    /// One of them, with what it is given.
    struct Memory: CustomTestStringConvertible, Sendable {
        /// The type's name.
        let testDescription: String
        /// The longest text that it is given, in bytes, made of a scalar.
        let longestBytes: Int
        var scalar = "x"
        /// What else it keeps with each text, in bytes, at most.
        let besidesBytes: Int
        /// The most that it remembers.
        let capacity: Int
        /// Gives it so many texts made of a number each; tells how many it then remembers.
        let fill: @Sendable (_ count: Int, _ text: (Int) -> String) -> Int
    }

    private static let now = Timestamp(seconds: 1_736_937_000)

    static let all = [
        Memory(
            testDescription: "AnonymousLocationChecks",
            longestBytes: Limits.identifierCharacters * 4,
            scalar: "\u{1F4B0}",
            besidesBytes: 64 + Limits.lingeringChecksKept * 8,
            capacity: Limits.anonymousLocationNames
        ) { count, text in
            let strangers = AnonymousLocationChecks()
            let fix = PositionFix(Coordinate(latitude: 1, longitude: 1), at: now)
            for number in 0..<count {
                _ = strangers.check(text(number), fix, isNearRestaurant: false)
            }
            return strangers.count
        },
        Memory(
            testDescription: "FailedSignInLimiter",
            longestBytes: addressBytes,
            besidesBytes: 64,
            capacity: Limits.rateLimitedCallers
        ) { count, text in
            let guesses = FailedSignInLimiter(1)
            for number in 0..<count {
                let caller = Caller.anonymous(address: text(number))
                guesses.count(Call(caller: caller, now: now, ids: SystemIDs(), trace: ""))
            }
            return guesses.addresses
        },
        Memory(
            testDescription: "RateLimiter",
            longestBytes: addressBytes,
            besidesBytes: 64,
            capacity: Limits.rateLimitedCallers
        ) { count, text in
            let limiter = RateLimiter(perSecond: 1, burst: 1)
            for number in 0..<count { _ = limiter.delay(for: text(number), now: now) }
            return limiter.count
        },
        Memory(
            testDescription: "TokenCache",
            longestBytes: Limits.cachedTokenBytes,
            besidesBytes: 512,
            capacity: Limits.cachedTokens
        ) { count, text in
            let cache = TokenCache()
            let claims = AccessClaims(
                issuer: "https://example.com",
                subject: ID(.zero),
                household: ID(.zero),
                role: "Parent",
                session: ID(.zero),
                client: "purser-native",
                scope: "guardian",
                issuedAt: now,
                expiresAt: now.adding(seconds: 60)
            )
            for number in 0..<count { cache.insert(text(number), claims) }
            #expect(cache.longestBytes <= Limits.cachedTokenBytes)
            return cache.count
        },
        Memory(
            testDescription: "Zone",
            longestBytes: 50,
            besidesBytes: 0,
            capacity: 0
        ) { count, text in
            // Only names that the system knows are kept, of which there are a few hundred.
            (0..<count).count { Zone.named("America/\(text($0))") != nil }
        },
    ]

    /// The longest text of an IPv6 address, or of a member's id.
    private static let addressBytes = 45

    @Test("has a most in number and in bytes, however many come and however long", arguments: all)
    func bound(memory: Memory) {
        let most = memory.longestBytes / memory.scalar.utf8.count
        let count = memory.fill(memory.capacity + memory.capacity / 5 + 10) { number in
            let digits = "\(number)"
            return digits + String(repeating: memory.scalar, count: most - digits.utf8.count)
        }
        #expect(count > 0 || memory.capacity == 0)
        #expect(count <= memory.capacity)
        #expect(count * (memory.longestBytes + memory.besidesBytes) <= 32 * 1_048_576)
    }
}
