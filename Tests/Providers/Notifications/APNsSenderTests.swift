import Crypto
import JWTKit
import Kernel
import Programs
import Testbed
import Testing

@testable import Providers

@Suite("Notifications by Apple's push service")
struct APNsSenderTests {
    @Test("arrive over HTTP/2 with the headers that Apple asks for", arguments: [false, true])
    func headers(isUrgent: Bool) async throws {
        try await APNsPeer.with { peer, place in
            let message = PushFixture.message(isUrgent: isUrgent)
            #expect(await peer.delivery(try peer.sender(place), message) == .delivered)
            let received = try #require(peer.received.first)
            var headers = received.headers
            let token = headers.removeValue(forKey: "authorization")
            #expect(token?.hasPrefix("bearer ey") == true)
            for name in [":authority", "content-length", "user-agent", "accept"] {
                headers.removeValue(forKey: name)
            }
            let expected = [
                ":method": "POST", ":scheme": "https",
                ":path": "/3/device/\(PushFixture.token)", "apns-topic": "com.example.purser",
                "apns-push-type": "alert", "apns-priority": isUrgent ? "10" : "5",
                "apns-id": message.id.text, "apns-collapse-id": message.id.text,
                "apns-expiration": "1736949600", "content-type": "application/json",
            ]
            #expect(headers == expected)
            #expect(received.body == APNsPayload.bytes(of: message))
            #expect(peer.received.count == 1)
        }
    }

    private struct Claims: JWTPayload, Equatable {
        let iss: String
        let iat: Int64

        func verify(using algorithm: some JWTAlgorithm) async throws {}
    }

    @Test("carry a token that another implementation takes for ours")
    func token() async throws {
        try await APNsPeer.with { peer, place in
            #expect(await peer.delivery(try peer.sender(place)) == .delivered)
            let keys = JWTKeyCollection()
            let pem = peer.key.publicKey.pemRepresentation
            let kid = JWKIdentifier(string: PushFixture.keyID)
            await keys.add(ecdsa: try ES256PublicKey(pem: pem), kid: kid)
            let token = try #require(peer.received.first).token
            let claims = try await keys.verify(token, as: Claims.self)
            #expect(claims == Claims(iss: PushFixture.team, iat: TestClock.noon.seconds))
        }
    }

    @Test("that are sent at once all arrive, with one token, which lasts forty minutes")
    func tokens() async throws {
        try await APNsPeer.with { peer, place in
            let sender = try peer.sender(place)
            for seconds in [0, 2_399, 1, 2_399] as [Int64] {
                peer.clock.advance(seconds: seconds)
                await withTaskGroup(of: Delivery.self) { group in
                    for index in 0..<120 {
                        group.addTask {
                            await peer.delivery(sender, PushFixture.message("event-\(index)"))
                        }
                    }
                    for await delivery in group { #expect(delivery == .delivered) }
                }
            }
            #expect(peer.received.count == 480)
            let tokens = peer.received.map(\.token)
            #expect(Set(tokens[..<240]).count == 1)
            #expect(Set(tokens[240...]).count == 1)
            #expect(Set(tokens).count == 2)
            #expect(Set(peer.received.compactMap { $0.headers["apns-id"] }).count == 120)
        }
    }

    @Test("are made with another token once, where Apple calls the first one expired")
    func expired() async throws {
        try await APNsPeer.with { peer, place in
            let sender = try peer.sender(place)
            let expired = APNsPeer.Reply.answer(403, #"{"reason":"ExpiredProviderToken"}"#)
            // Apple takes no second token within twenty minutes.
            peer.answer(expired)
            let retry = Delivery.retry(after: nil, reason: "ExpiredProviderToken")
            #expect(await peer.delivery(sender) == retry)
            #expect(peer.received.count == 1)
            peer.clock.advance(seconds: 1_200)
            peer.answer(expired)
            #expect(await peer.delivery(sender) == .delivered)
            #expect(peer.received.count == 3)
            let tokens = peer.received.map(\.token)
            #expect(tokens[0] == tokens[1] && tokens[1] != tokens[2])
            #expect(Set(peer.received.compactMap { $0.headers["apns-id"] }).count == 1)
            peer.clock.advance(seconds: 1_200)
            peer.answer(expired, expired)
            #expect(await peer.delivery(sender) == retry)
            #expect(peer.received.count == 5)
        }
    }

    @Test("are sent on when the clock was put right, forward or back")
    func clocks() async throws {
        try await APNsPeer.with { peer, place in
            let sender = try peer.sender(place)
            #expect(await peer.delivery(sender) == .delivered)
            peer.clock.advance(seconds: 3_700)
            #expect(await peer.delivery(sender) == .delivered)
            peer.clock.advance(seconds: -7_200)
            #expect(await peer.delivery(sender) == .delivered)
            #expect(Set(peer.received.map(\.token)).count == 3)
        }
    }

    @Test(
        "have Apple's answers told apart",
        arguments: [
            (.answer(200), .delivered),
            (
                .answer(410, #"{"reason":"Unregistered","timestamp":1736942400123}"#),
                .gone(since: Timestamp(milliseconds: 1_736_942_400_123))
            ),
            (.answer(410, #"{"reason":"ExpiredToken"}"#), .gone(since: nil)),
            (.answer(400, #"{"reason":"BadDeviceToken"}"#), .gone(since: nil)),
            (
                .answer(429, #"{"reason":"TooManyRequests"}"#, retryAfter: "90"),
                .retry(after: 90, reason: "TooManyRequests")
            ),
            (
                .answer(500, #"{"reason":"InternalServerError"}"#),
                .retry(after: nil, reason: "InternalServerError")
            ),
            (
                .answer(403, #"{"reason":"InvalidProviderToken"}"#),
                .refused(reason: "InvalidProviderToken")
            ),
        ] as [(APNsPeer.Reply, Delivery)]
    )
    func answers(reply: APNsPeer.Reply, delivery: Delivery) async throws {
        try await APNsPeer.with { peer, place in
            let sender = try peer.sender(place)
            peer.answer(reply)
            #expect(await peer.delivery(sender) == delivery)
            #expect(peer.received.count == 1)
            #expect(await peer.delivery(sender) == .delivered)
        }
    }

    @Test("may be sent again when the connection broke, and have the same id then")
    func dropped() async throws {
        try await APNsPeer.with { peer, place in
            let sender = try peer.sender(place)
            peer.answer(.drop)
            guard case .retry(nil, _) = await peer.delivery(sender) else {
                Issue.record("it was not there to be sent")
                return
            }
            try await until("it is sent over another connection") {
                await peer.delivery(sender) == .delivered
            }
            #expect(Set(peer.received.compactMap { $0.headers["apns-id"] }).count == 1)
            #expect(peer.received.map(\.connection) == [1, 2])
        }
    }

    @Test("that nobody answers are given up, and the next one goes over another connection")
    func silent() async throws {
        try await APNsPeer.with { peer, place in
            let sender = try peer.sender(place)
            #expect(await peer.delivery(sender) == .delivered)
            peer.answer(.silence)
            let late = Delivery.retry(after: nil, reason: "no answer in time")
            #expect(await peer.delivery(sender) == late)
            try await until("the connection is closed") { peer.closed == 1 }
            #expect(await peer.delivery(sender) == .delivered)
            #expect(peer.received.map(\.connection) == [1, 1, 2])
        }
    }

    @Test("with an answer that is too long or never ends may be sent again")
    func endless() async throws {
        try await APNsPeer.with { peer, place in
            let sender = try peer.sender(place)
            peer.answer(.answer(500, String(repeating: " ", count: 10_000)))
            let long = Delivery.retry(after: nil, reason: "a longer answer")
            #expect(await peer.delivery(sender) == long)
            #expect(await peer.delivery(sender) == .delivered)
        }
        try await APNsPeer.with { peer, place in
            let sender = try APNsSender(
                APNsKey(peer.key, id: PushFixture.keyID, team: PushFixture.team),
                PushFixture.topic,
                place.url,
                place.trustRoots,
                timeout: .seconds(60)
            ) {
                try await until("the head was sent") { !peer.received.isEmpty }
            }
            peer.answer(.half)
            let late = Delivery.retry(after: nil, reason: "no answer in time")
            #expect(await peer.delivery(sender) == late)
        }
    }

    @Test("are not told to a server that speaks no HTTP/2", arguments: [["http/1.1"], []])
    func anotherProtocol(protocols: [String]) async throws {
        try await APNsPeer.with(protocols: protocols) { peer, place in
            let sender = try peer.sender(place)
            for count in 1...3 {
                let refused = Delivery.retry(after: nil, reason: "NotHTTP2")
                #expect(await peer.delivery(sender) == refused)
                try await until("the connection is closed") { peer.closed == count }
            }
            #expect(peer.plainBytes == 0)
        }
    }

    @Test("are not told to a server that no trusted authority vouches for")
    func untrusted() async throws {
        try await APNsPeer.with { peer, place in
            let sender = try peer.sender(place, trusts: false)
            guard case .retry(nil, _) = await peer.delivery(sender) else {
                Issue.record("it was told to a stranger")
                return
            }
            #expect(peer.received.isEmpty)
        }
    }

    @Test("may be sent again when nobody listens")
    func unreachable() async throws {
        let (peer, place) = try await APNsPeer.with { ($0, $1) }
        let sender = try peer.sender(place)
        guard case .retry(nil, _) = await peer.delivery(sender) else {
            Issue.record("it was not there to be sent")
            return
        }
    }
}
