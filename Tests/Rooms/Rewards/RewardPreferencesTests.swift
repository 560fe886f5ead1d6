import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What a member prefers of reward cards")
struct RewardPreferencesTests {
    private static let path = "/api/preferences"

    private static let usual = """
        {"preferredPointSystem":"membershipRewards","alertThreshold":0.85,\
        "language":"english","notificationsEnabled":true,"autoUpdateSpending":false,\
        "version":0}
        """

    @Test("changes where it says so, and stays otherwise", arguments: Engine.all)
    func changes(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let first = try await home.send("GET", Self.path)
            #expect(first.status == 200 && first.text == Self.usual)
            #expect(first.headers["ETag"] == "\"0\"")
            let changed = try await home.send(
                "PUT",
                Self.path,
                #"{"preferredPointSystem":"ur","language":"BILINGUAL","alertThreshold":0.333333}"#
            )
            let preferences = try API.Rewards.updatePreferences.output(of: changed.body)
            #expect(preferences.preferredPointSystem == .ultimateRewards)
            #expect(preferences.language == .bilingual)
            #expect(preferences.alertThreshold.millionths == 333_333)
            #expect(preferences.notificationsEnabled && !preferences.autoUpdateSpending)
            #expect(preferences.version > 0)
            #expect(changed.headers["ETag"] == "\"\(preferences.version)\"")
            #expect(changed.text.contains(#""preferredPointSystem":"ultimateRewards""#))
            #expect(changed.text.contains(#""alertThreshold":0.333333"#))
            // The same again is no change.
            let same = try await home.send("PUT", Self.path, #"{"language":"bilingual"}"#)
            #expect(same.text == changed.text)
            #expect(try await home.send("GET", Self.path + "/").text == changed.text)
            let child = try await home.server.registerChild(of: home.owner)
            let other = RewardsHome(server: home.server, owner: child)
            #expect(try await other.send("GET", Self.path).text == Self.usual)
        }
    }

    @Test(
        "is refused with the field, and stays as it was",
        arguments: [
            (#"{"alertThreshold":0}"#, "alertThreshold must be more than 0"),
            (#"{"alertThreshold":1.01}"#, "alertThreshold must be at most 1"),
            (#"{"alertThreshold":"0.5"}"#, "alertThreshold has the wrong type"),
            (#"{"language":"german"}"#, "language must be english, chinese or bilingual"),
            (#"{"notificationsEnabled":"yes"}"#, "notificationsEnabled has the wrong type"),
            (
                #"{"preferredPointSystem":"points"}"#,
                """
                preferredPointSystem must be membershipRewards, ultimateRewards, thankYouPoints, \
                cashBack, capitalOneMiles, discoverCashback, biltRewards or ventureXMiles
                """
            ),
        ]
    )
    func refused(body: String, fault: String) async throws {
        try await RewardsHome.with(.sqlite) { home in
            let before = try await home.server.contents()
            let answer = try await home.send("PUT", Self.path, body)
            #expect(answer.status == 400)
            #expect(try answer.faults() == [fault])
            #expect(try await home.server.contents().changed(since: before).isEmpty)
        }
    }

    @Test("may be a threshold of one, or of nearly nothing")
    func thresholds() async throws {
        try await RewardsHome.with(.sqlite) { home in
            for (sent, told) in [("1", "1"), ("0.0000001", "0.000001"), ("0.5", "0.5")] {
                let answer = try await home.send("PUT", Self.path, #"{"alertThreshold":\#(sent)}"#)
                #expect(answer.text.contains(#""alertThreshold":\#(told),"#), "\(answer.text)")
            }
        }
    }

    @Test("is changed of the version that stands, or not at all", arguments: Engine.all)
    func versions(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let put = { (language: String, version: String) in
                try await home.send(
                    "PUT",
                    Self.path,
                    #"{"language":"\#(language)"}"#,
                    ["If-Match": version]
                )
            }
            let first = try await put("chinese", "\"0\"")
            #expect(first.status == 200)
            let version = try #require(first.headers["ETag"])
            let before = try await home.server.contents()
            let stale = try await put("english", "\"0\"")
            #expect(stale.status == 412)
            #expect(try stale.string("error.code") == "CONFLICT")
            #expect(try stale.string("current.kind") == "preferences")
            #expect(try stale.string("current.id") == home.owner.id.text)
            #expect(try stale.string("current.value.language") == "chinese")
            #expect(try stale.json()["current"]?["version"].map { "\"\($0.text)\"" } == version)
            #expect(try await home.server.contents().changed(since: before).isEmpty)
            #expect(try await put("english", version).status == 200)
        }
    }
}
