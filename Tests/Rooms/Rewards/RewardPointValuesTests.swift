import Contract
import Kernel
import PurserKit
import Testbed
import Testing

@testable import ServerTestbed

@Suite("What a member takes points to be worth")
struct RewardPointValuesTests {
    private static let path = "/api/preferences"

    @Test("is kept with its day, and replaced by what is sent", arguments: Engine.all)
    func kept(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            let first = try await home.send(
                "PUT",
                Self.path,
                """
                {"pointValues":[{"program":"ultimateRewards","centsPerPoint":1.5},\
                {"program":"delta skymiles","centsPerPoint":0}]}
                """
            )
            #expect(first.status == 200, "\(first.text)")
            #expect(
                first.text.contains(
                    """
                    "pointValues":[{"program":"Delta SkyMiles","centsPerPoint":0,"judgedOn":\
                    "2025-02-10"},{"program":"UR","centsPerPoint":1.5,"judgedOn":"2025-02-10"}]
                    """
                ),
                "\(first.text)"
            )
            let later = try await home.later("2025-02-11T12:00:00Z")
            let other = try await later.send("PUT", Self.path, #"{"language":"chinese"}"#)
            #expect(try values(other) == ["Delta SkyMiles 0 2025-02-10", "UR 150 2025-02-10"])
            let body =
                #"{"pointValues":[{"program":"MR","centsPerPoint":10},"#
                + #"{"program":"UR","centsPerPoint":1.50}]}"#
            let replaced = try await later.send("PUT", Self.path, body)
            #expect(try values(replaced) == ["MR 1000 2025-02-11", "UR 150 2025-02-10"])
            #expect(try version(replaced) > version(other))
            let same = try await later.send("PUT", Self.path, body)
            #expect(same.text == replaced.text)
            #expect(try await later.send("GET", Self.path).text == replaced.text)
            let stale = try await later.send(
                "PUT",
                Self.path,
                #"{"pointValues":[]}"#,
                ["If-Match": "\"1\""]
            )
            #expect(stale.status == 412)
            #expect(stale.text.contains(#""centsPerPoint":10"#))
            let none = try await later.send("PUT", Self.path, #"{"pointValues":[]}"#)
            #expect(none.status == 200 && !none.text.contains("pointValues"))
            #expect(try await later.server.contents().count("reward_point_values") == 0)
        }
    }

    private func values(_ answer: TransportResponse) throws -> [String] {
        let preferences = try API.Rewards.updatePreferences.output(of: answer.body)
        return (preferences.pointValues ?? []).map { value in
            "\(value.program) \(value.centsPerPoint.minor) \(value.judgedOn.day.text)"
        }
    }

    private func version(_ answer: TransportResponse) throws -> Int64 {
        try API.Rewards.updatePreferences.output(of: answer.body).version
    }

    @Test(
        "is refused with the place, and stays as it was",
        arguments: [
            (
                #"[{"program":"MR","centsPerPoint":10.01}]"#,
                "pointValues[0].centsPerPoint must be at most 10"
            ),
            (
                #"[{"program":"MR","centsPerPoint":-0.01}]"#,
                "pointValues[0].centsPerPoint must be 0 or more"
            ),
            (
                #"[{"program":"MR","centsPerPoint":1},{"program":"mr","centsPerPoint":2}]"#,
                "pointValues[1].program is there twice"
            ),
            (
                #"[{"program":"MR","centsPerPoint":1},{"program":"Zlotys","centsPerPoint":2}]"#,
                "pointValues[1].program must be AAdvantage, Aeroplan, "
            ),
        ]
    )
    func refused(list: String, fault: String) async throws {
        try await RewardsHome.with(.sqlite) { home in
            let before = try await home.server.contents()
            let answer = try await home.send("PUT", Self.path, #"{"pointValues":\#(list)}"#)
            #expect(answer.status == 400)
            let faults = try answer.faults()
            #expect(faults.count == 1 && faults[0].hasPrefix(fault), "\(faults)")
            #expect(try await home.server.contents().changed(since: before).isEmpty)
        }
    }

    @Test("is of fewer programs than may be sent", arguments: [51, 1_000])
    func tooMany(count: Int) async throws {
        try await RewardsHome.with(.sqlite) { home in
            let value = #"{"program":"MR","centsPerPoint":1}"#
            let list = Array(repeating: value, count: count).joined(separator: ",")
            let answer = try await home.send("PUT", Self.path, #"{"pointValues":[\#(list)]}"#)
            #expect(answer.status == 400)
            #expect(try answer.faults() == ["pointValues has too many values"])
        }
    }

    @Test("tells what a purchase is worth on the cards recommended", arguments: Engine.all)
    func worth(engine: Engine) async throws {
        try await RewardsHome.with(engine) { home in
            _ = try await home.add()
            _ = try await home.add(RewardsHome.doubleCash)
            let worth = { (amount: String) in
                let body = #"{"userQuery":"groceries"\#(amount)}"#
                let answer = try await home.recommended(body)
                let second = answer.secondaryRecommendation?.rewardValue?.minor
                return [answer.primaryRecommendation.rewardValue?.minor, second]
            }
            // $200 are left of the limit: $150 at 4x; $200 at 4x and $100 at 1x.
            #expect(try await worth(#","amount":150"#) == [600, 300])
            #expect(try await worth(#","amount":300"#) == [900, 600])
            #expect(try await worth("") == [nil, nil])
            _ = try await home.send(
                "PUT",
                Self.path,
                #"{"pointValues":[{"program":"MR","centsPerPoint":1.5}]}"#
            )
            #expect(try await worth(#","amount":150"#) == [900, 300])
            let text = try await home.recommend(#"{"userQuery":"$10.10 of groceries"}"#).text
            // 40.4 points of 1.5 cents: 60.6 cents.
            #expect(text.contains(#""rank":1,"rewardValue":0.61}"#), "\(text)")
            let silent = try await home.recommend(#"{"userQuery":"groceries"}"#).text
            #expect(!silent.contains("rewardValue"))
        }
    }
}
