import Foundation
import Kernel
import Testbed
import Testing

@testable import Providers

@Suite("The keys of another issuer")
struct JWKSCacheTests {
    private let issuer: TestIssuer
    private let other: TestIssuer
    private let clock = TestClock()

    init() throws {
        issuer = try TestIssuer()
        other = try TestIssuer()
    }

    private func cache(
        _ url: String,
        _ algorithm: ExternalIssuer.Algorithm = .es256,
        deadline: (@Sendable () async throws -> Void)? = nil
    ) -> JWKSCache {
        let client = VendorClient(
            OutsideConnection.client,
            timeout: .seconds(60),
            answerBytes: Limits.keySetBytes,
            deadline: deadline
        )
        return JWKSCache(url: url, algorithm: algorithm, client: client)
    }

    /// Why there is no such key; `nil` when there is.
    private func refusal(_ id: String, _ cache: JWKSCache) async -> ExternalTokenError? {
        do {
            _ = try await cache.key(id, now: clock.now)
            return nil
        } catch {
            return error
        }
    }

    private func renamed(_ id: String) -> String {
        "{\"keys\":[\(issuer.pointKey(["kid": "\"\(id)\""]))]}"
    }

    @Test("are fetched once in five minutes, however many ask")
    func freshness() async throws {
        try await IssuerWire.with(.answer(issuer.keySet)) { wire, url in
            let cache = cache(url)
            await withTaskGroup(of: ExternalTokenError?.self) { group in
                for _ in 0..<20 { group.addTask { await refusal(TestIssuer.pointID, cache) } }
                for await refusal in group { #expect(refusal == nil) }
            }
            #expect(wire.requests.map(\.line) == ["GET /keys"])
            clock.advance(seconds: 299)
            #expect(await refusal(TestIssuer.pointID, cache) == nil)
            #expect(wire.requests.count == 1)
            clock.advance(seconds: 1)
            #expect(await refusal(TestIssuer.pointID, cache) == nil)
            #expect(wire.requests.count == 2)
        }
    }

    @Test("are fetched again for a name that is not known, at most once in half a minute")
    func unknownNames() async throws {
        try await IssuerWire.with(.answer(renamed("old"))) { wire, url in
            let cache = cache(url)
            #expect(await refusal("old", cache) == nil)
            wire.answer(.answer(renamed("new")))
            for name in 0..<50 { #expect(await refusal("\(name)", cache) == .unknownKey) }
            #expect(await refusal("new", cache) == .unknownKey)
            #expect(wire.requests.count == 1)
            clock.advance(seconds: 30)
            for name in 0..<50 { #expect(await refusal("\(name)", cache) == .unknownKey) }
            #expect(wire.requests.count == 2)
            #expect(await refusal("new", cache) == nil)
            #expect(await refusal("old", cache) == .unknownKey)
        }
    }

    @Test("stay in use when they cannot be fetched again, whatever the reason")
    func keeping() async throws {
        let padding = String(repeating: " ", count: Limits.keySetBytes)
        let replies: [IssuerWire.Reply] = [
            .answer(status: 500, ""), .answer(status: 404, issuer.keySet), .answer("no JSON"),
            .answer("{}"), .answer("[]"), .redirect(other.keySet),
            .answer(other.keySet + padding),
        ]
        try await IssuerWire.with(.answer(issuer.keySet)) { wire, url in
            let cache = cache(url)
            #expect(await refusal(TestIssuer.pointID, cache) == nil)
            let first = try await cache.key(TestIssuer.pointID, now: clock.now)
            for (index, reply) in replies.enumerated() {
                wire.answer(reply)
                clock.advance(seconds: 300)
                for _ in 0..<3 {
                    let kept = try await cache.key(TestIssuer.pointID, now: clock.now)
                    #expect(kept.point == first.point)
                }
                #expect(wire.requests.count == index + 2)
                #expect(await refusal("unknown", cache) == .unknownKey)
            }
            #expect(wire.requests.allSatisfy { $0.line == "GET /keys" })
            wire.answer(.answer(other.keySet))
            clock.advance(seconds: 30)
            let next = try await cache.key(TestIssuer.pointID, now: clock.now)
            #expect(next.point != first.point)
        }
    }

    @Test("that were never had leave everything open, and are asked for twice a minute")
    func never() async throws {
        try await IssuerWire.with(.redirect(issuer.keySet)) { wire, url in
            let cache = cache(url)
            for _ in 0..<5 {
                #expect(await refusal(TestIssuer.pointID, cache) == .keysUnreachable)
            }
            #expect(wire.requests.count == 1)
            clock.advance(seconds: 30)
            wire.answer(.answer(issuer.keySet))
            #expect(await refusal(TestIssuer.pointID, cache) == nil)
        }
        #expect(await refusal("x", cache("http://127.0.0.1:9/keys")) == .keysUnreachable)
    }

    @Test("are not waited for longer than their time")
    func silence() async throws {
        try await IssuerWire.with(.silence) { wire, url in
            let cache = cache(url) {
                await eventually("it is asked") { !wire.requests.isEmpty }
            }
            #expect(await refusal(TestIssuer.pointID, cache) == .keysUnreachable)
        }
    }

    @Test("are asked for by the next one when the first goes away")
    func cancelled() async throws {
        try await IssuerWire.with(.silence) { wire, url in
            let cache = cache(url)
            await withTaskGroup(of: ExternalTokenError?.self) { group in
                group.addTask { await refusal(TestIssuer.pointID, cache) }
                await eventually("it is asked") { !wire.requests.isEmpty }
                group.cancelAll()
                #expect(await group.next() == .keysUnreachable)
            }
            wire.answer(.answer(issuer.keySet))
            #expect(await refusal(TestIssuer.pointID, cache) == nil)
        }
    }

    @Test("are read one by one, and those that do not fit are left out")
    func reading() throws {
        let weak = String(repeating: "A", count: 171)
        let table: [(String, ExternalIssuer.Algorithm, Bool)] = [
            (issuer.pointKey(), .es256, true), (issuer.modulusKey(), .rs256, true),
            (issuer.pointKey(), .rs256, false), (issuer.modulusKey(), .es256, false),
            (issuer.pointKey(), .hs256, false), (issuer.pointKey(["use": nil]), .es256, true),
            (issuer.pointKey(["alg": nil]), .es256, true),
            (issuer.pointKey(["use": "\"enc\""]), .es256, false),
            (issuer.pointKey(["alg": "\"ES384\""]), .es256, false),
            (issuer.pointKey(["key_ops": "[\"verify\"]"]), .es256, true),
            (issuer.pointKey(["key_ops": "[\"encrypt\"]"]), .es256, false),
            (issuer.pointKey(["crv": "\"P-384\""]), .es256, false),
            (issuer.pointKey(["x": "\"AA\""]), .es256, false),
            (issuer.pointKey(["y": issuer.pointKey().quoted("x")]), .es256, false),
            (issuer.pointKey(["kid": nil]), .es256, false),
            (issuer.modulusKey(["n": "\"\(weak)\""]), .rs256, false),
            (issuer.modulusKey(["e": nil]), .rs256, false),
            (issuer.modulusKey(["kty": "\"EC\""]), .rs256, false),
            (#"{"kty":"oct","kid":"point-1","k":"AAAA"}"#, .hs256, false),
        ]
        for (key, algorithm, isTaken) in table {
            let text = #"{"keys":[7,null,{},\#(key)]}"#
            let set = try #require(KeySet(Array(text.utf8), for: algorithm))
            #expect(set.keys.count == (isTaken ? 1 : 0), "\(key) for \(algorithm)")
        }
        let two = #"{"keys":[\#(issuer.pointKey()),\#(other.pointKey())]}"#
        let set = try #require(KeySet(Array(two.utf8), for: .es256))
        let mine = try #require(KeySet(Array(issuer.keySet.utf8), for: .es256))
        #expect(set.keys[TestIssuer.pointID]?.point == mine.keys[TestIssuer.pointID]?.point)
    }
}

extension IssuerKey {
    /// The point of a key for ES256.
    fileprivate var point: VerificationKey? {
        guard case .es256(let key) = self else { return nil }
        return key
    }
}

extension String {
    /// The text of one member of an object, in its quotes.
    fileprivate func quoted(_ name: String) -> String? {
        guard let start = range(of: "\"\(name)\":\"")?.upperBound,
            let end = self[start...].firstIndex(of: "\"")
        else { return nil }
        return "\"\(self[start..<end])\""
    }
}
