import Kernel
import Testing

@testable import Providers

@Suite("Challenges of passkeys")
struct PasskeyChallengesTests {
    private let challenges = PasskeyChallenges(key: Secret([UInt8](repeating: 1, count: 32)))
    private let member = ID<Entity.Member>(RawID(high: 1, low: 2))
    private let other = ID<Entity.Member>(RawID(high: 1, low: 3))
    private let end = Timestamp(seconds: 1_000)
    private let now = Timestamp(seconds: 999)

    @Test("are good until they end, for what they were made")
    func purposes() throws {
        let made = challenges.make(for: .registration(member), until: end)
        let answered = try #require(
            challenges.answered(made, for: .registration(member), now: now)
        )
        #expect(answered.expiresAt == end)
        #expect(challenges.answered(made, for: .registration(other), now: now) == nil)
        #expect(challenges.answered(made, for: .signIn, now: now) == nil)
        #expect(challenges.answered(made, for: .registration(member), now: end) == nil)
        let signIn = challenges.make(for: .signIn, until: end)
        #expect(challenges.answered(signIn, for: .signIn, now: now) != nil)
        #expect(challenges.answered(signIn, for: .registration(member), now: now) == nil)
    }

    @Test("are never the same, and known by a hash of their own")
    func distinct() {
        let made = (0..<100).map { _ in challenges.make(for: .signIn, until: end) }
        #expect(Set(made).count == 100)
        let hashes = made.compactMap {
            challenges.answered($0, for: .signIn, now: now)?.hash
        }
        #expect(Set(hashes).count == 100)
    }

    @Test("are refused with any bit changed, cut, longer, or under another key")
    func changed() {
        let made = challenges.make(for: .signIn, until: end)
        for index in made.indices {
            var bytes = made
            bytes[index] ^= 0x01
            #expect(challenges.answered(bytes, for: .signIn, now: now) == nil, "\(index)")
        }
        for bytes in [[], Array(made.dropLast()), Array(made.prefix(24)), made + [0]] {
            #expect(challenges.answered(bytes, for: .signIn, now: now) == nil)
        }
        let others = PasskeyChallenges(key: Secret([UInt8](repeating: 2, count: 32)))
        #expect(others.answered(made, for: .signIn, now: now) == nil)
    }
}
