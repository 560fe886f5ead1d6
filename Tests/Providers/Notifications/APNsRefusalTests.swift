import Crypto
import Kernel
import Testbed
import Testing

@testable import Providers

@Suite("What is not sent to Apple")
struct APNsRefusalTests {
    @Test(
        "is a message to a text that is no token, which leads nowhere else",
        arguments: [
            "", " ", "../../3/device/00ff", "00ff/../aa", "00ff?a=b", "00ff#", "00%66", "zz",
            "00ff\r\nx: y", "００ff", "00 ff", String(repeating: "a", count: 401),
        ]
    )
    func tokens(text: String) async throws {
        try await APNsPeer.with { peer, place in
            let delivery = await peer.delivery(try peer.sender(place), to: DeviceToken(text))
            #expect(delivery == .gone(since: nil))
            #expect(peer.received.isEmpty && peer.connections == 0)
        }
    }

    @Test("is a message that expired, has no device, or has more data than fits")
    func messages() async throws {
        try await APNsPeer.with { peer, place in
            let sender = try peer.sender(place)
            let large = PushFixture.message(data: ["a": String(repeating: "x", count: 5_000)])
            #expect(await peer.delivery(sender, large) == .refused(reason: "PayloadTooLarge"))
            #expect(await peer.delivery(sender, to: nil) == .refused(reason: "no device"))
            peer.clock.advance(seconds: 7_200)
            #expect(await peer.delivery(sender) == .refused(reason: "expired"))
            #expect(peer.received.isEmpty && peer.connections == 0)
        }
    }

    @Test(
        "is anything with settings that cannot be right",
        arguments: [
            ("http://a.example", "com.a", "K1", "T1", .url), ("", "com.a", "K1", "T1", .url),
            ("https://", "com.a", "K1", "T1", .url), ("a.example", "com.a", "K1", "T1", .url),
            ("https://a.example/3", "com.a", "K1", "T1", .url),
            ("https://u:p@a.example", "com.a", "K1", "T1", .url),
            ("https://a.example?b", "com.a", "K1", "T1", .url),
            ("https://a.example", "", "K1", "T1", .topic),
            ("https://a.example", "com.a\r\nx: y", "K1", "T1", .topic),
            ("https://a.example", "com.a", "", "T1", .keyID),
            ("https://a.example", "com.a", "K 1", "T1", .keyID),
            ("https://a.example", "com.a", "K1", "T\"1", .teamID),
            ("https://a.example", "com.a", "K1", "T1", nil),
            ("https://a.example:8443/", "com.a-b.C1", "K1", "T1", nil),
        ] as [(String, String, String, String, NotificationSettingError.Setting?)]
    )
    func settings(
        url: String,
        topic: String,
        key: String,
        team: String,
        setting: NotificationSettingError.Setting?
    ) {
        let key = APNsKey(P256.Signing.PrivateKey(), id: key, team: team)
        var found: NotificationSettingError.Setting?
        do throws(NotificationSettingError) {
            _ = try APNsSender(key: key, topic: topic, url: url)
        } catch {
            found = error.setting
        }
        #expect(found == setting)
    }

    @Test("is anything where the trusted certificates are none", arguments: ["", "x", "-----"])
    func roots(text: String) {
        let key = APNsKey(P256.Signing.PrivateKey(), id: "K1", team: "T1")
        let expected = NotificationSettingError(.trustRoots, "certificates in PEM")
        #expect(throws: expected) {
            try APNsSender(key: key, topic: "com.a", trustRoots: text)
        }
        #expect("\(expected)" == "notifications: trust roots must be certificates in PEM")
    }
}
