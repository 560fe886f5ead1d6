import Crypto
import Foundation
import Kernel
import Testing

@testable import Providers

@Suite("The token cache")
struct TokenCacheTests {
    private let now = TokenFixture.now
    private let claims = TokenFixture.claims()

    @Test("returns what was put in, and nothing for what was not")
    func lookup() {
        let cache = TokenCache()
        cache.insert("a.b.c", claims)
        #expect(cache.claims(for: "a.b.c", now: now) == claims)
        for other in ["", "a.b.C", "a.b.cc", "a.b", "a.b.c "] {
            #expect(cache.claims(for: other, now: now) == nil)
        }
    }

    @Test("never returns an expired token, and forgets it")
    func expiry() {
        let cache = TokenCache()
        cache.insert("a.b.c", claims)
        let last = claims.expiresAt.adding(milliseconds: -1)
        #expect(cache.claims(for: "a.b.c", now: last) == claims)
        #expect(cache.claims(for: "a.b.c", now: claims.expiresAt) == nil)
        #expect(cache.count == 0)
    }

    @Test("takes no text for another that Unicode calls equal")
    func canonicalEquivalence() {
        let cache = TokenCache()
        let rest = String(repeating: "b", count: 100)
        cache.insert("K\(rest)", claims)
        #expect("\u{212A}\(rest)" == "K\(rest)", "the premise: Swift finds them equal")
        #expect(cache.claims(for: "\u{212A}\(rest)", now: now) == nil)
        cache.insert("\u{212A}\(rest)c", claims)
        #expect(cache.claims(for: "K\(rest)c", now: now) == nil)
        #expect(cache.count == 1)
    }

    @Test("tells long tokens apart as well, of which it keeps a hash alone")
    func long() {
        let cache = TokenCache()
        let end = String(repeating: "e", count: 12_000)
        cache.insert("a\(end)", claims)
        #expect(cache.claims(for: "a\(end)", now: now) == claims)
        #expect(cache.claims(for: "b\(end)", now: now) == nil)
        #expect(cache.claims(for: "a\(end)e", now: now) == nil)
        let hash = Base64URL.text(Array(SHA256.hash(data: Data("a\(end)".utf8))))
        #expect(cache.claims(for: hash, now: now) == nil)
        #expect(cache.longestBytes <= Limits.cachedTokenBytes)
        let most = String(repeating: "e", count: Limits.cachedTokenBytes)
        cache.insert(most, claims)
        #expect(cache.claims(for: most, now: now) == claims)
        #expect(cache.longestBytes == Limits.cachedTokenBytes)
    }

    @Test("holds no more than its capacity and always the newest")
    func bound() {
        let cache = TokenCache(capacity: 8)
        for number in 0..<100 {
            cache.insert("token\(number)", claims)
            #expect(cache.count == min(number + 1, 8))
            #expect(cache.claims(for: "token\(number)", now: now) == claims)
        }
    }

    @Test("keeps what is asked for and drops what is not")
    func eviction() {
        let cache = TokenCache(capacity: 4)
        for number in 0..<4 { cache.insert("old\(number)", claims) }
        for number in 0..<40 {
            #expect(cache.claims(for: "old2", now: now) == claims)
            cache.insert("new\(number)", claims)
        }
        #expect(cache.claims(for: "old2", now: now) == claims)
        for number in [0, 1, 3] {
            #expect(cache.claims(for: "old\(number)", now: now) == nil)
        }
    }

    @Test("forgets every token of a session that ended, and none of another")
    func removal() {
        let cache = TokenCache(capacity: 10)
        for number in 0..<10 {
            let session: UInt64 = number.isMultiple(of: 3) ? 7 : 8
            cache.insert("token\(number)", TokenFixture.claims(session: session))
        }
        cache.remove(session: TokenFixture.id(7))
        #expect(cache.count == 6)
        for number in 0..<10 {
            let found = cache.claims(for: "token\(number)", now: now)
            #expect((found == nil) == number.isMultiple(of: 3))
        }
        cache.remove(session: TokenFixture.id(7))
        #expect(cache.count == 6)
        cache.remove(session: TokenFixture.id(8))
        #expect(cache.count == 0)
    }

    @Test("replaces what a token says when it is put in again")
    func replacing() {
        let cache = TokenCache()
        cache.insert("a.b.c", claims)
        let later = TokenFixture.claims(session: 9)
        cache.insert("a.b.c", later)
        #expect(cache.claims(for: "a.b.c", now: now) == later)
        #expect(cache.count == 1)
    }

    @Test("agrees with a plain dictionary over random steps, but for what it had to drop")
    func randomSteps() {
        var random = Steps(state: 20_261_120)
        let cache = TokenCache(capacity: 16)
        var model: [String: AccessClaims] = [:]
        for _ in 0..<20_000 {
            let token = "token\(random.next(below: 40))"
            switch random.next(below: 8) {
            case 0:
                let session = random.next(below: 6)
                cache.remove(session: TokenFixture.id(session))
                model = model.filter { $0.value.session != TokenFixture.id(session) }
            case 1...3:
                let new = TokenFixture.claims(
                    session: random.next(below: 6),
                    seconds: Int64(random.next(below: 20))
                )
                cache.insert(token, new)
                model[token] = new
            default:
                let instant = now.adding(seconds: Int64(random.next(below: 20)))
                guard let found = cache.claims(for: token, now: instant) else { continue }
                #expect(found == model[token])
                #expect(instant < found.expiresAt)
            }
            #expect(cache.count <= 16)
        }
    }

    /// The same steps in each run (SplitMix64).
    private struct Steps {
        var state: UInt64

        mutating func next(below bound: UInt64) -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return (mixed ^ mixed >> 31) % bound
        }
    }
}
