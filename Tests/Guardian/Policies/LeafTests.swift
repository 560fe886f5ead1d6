import Kernel
import Testing

@testable import Guardian

@Suite("What leaves are true for")
struct LeafTests {
    @Test(
        "an amount lies within its bounds, which belong to them",
        arguments: [
            (500, 600, 499, false), (500, 600, 500, true), (500, 600, 600, true),
            (500, 600, 601, false), (0, 0, 1, false),
        ] as [(Int64, Int64, Int64, Bool)]
    )
    func amount(least: Int64, most: Int64, minor: Int64, isTrue: Bool) throws {
        let both = try condition(#"{"amount":{"at_least":\#(least),"at_most":\#(most)}}"#)
        #expect(both.isTrue { .test($0, minor: minor) } == isTrue)
        let from = try condition(#"{"amount":{"at_least":\#(least)}}"#)
        #expect(from.isTrue { .test($0, minor: minor) } == (minor >= least))
        let upTo = try condition(#"{"amount":{"at_most":\#(most)}}"#)
        #expect(upTo.isTrue { .test($0, minor: minor) } == (minor <= most))
    }

    @Test("a category, a merchant and a code are one of those that are named, or not")
    func names() throws {
        let category = try condition(#"{"category":["Fun","toys"]}"#)
        #expect(category.isTrue { .test($0, category: "fun") } == true)
        #expect(category.isTrue { .test($0, category: "toys") } == true)
        #expect(category.isTrue { .test($0, category: "food") } == false)
        let merchant = try condition(#"{"merchant":["Steam","GOG"]}"#)
        #expect(merchant.isTrue { .test($0, merchant: "gog") } == true)
        #expect(merchant.isTrue { .test($0, merchant: "gog.com") } == false)
        let codes = try condition(#"{"mcc":["7800-7999","5812","0742"]}"#)
        let table: [(Int64?, Bool)] = [
            (5_811, false), (5_812, true), (5_813, false), (7_799, false), (7_800, true),
            (7_900, true), (7_999, true), (8_000, false), (742, true), (nil, false), (0, false),
        ]
        for (code, isTrue) in table {
            #expect(codes.isTrue { .test($0, mcc: code) } == isTrue, "\(code ?? -1)")
        }
    }

    @Test("a first time is one where the member never bought there before")
    func firstTime() throws {
        for place in ["merchant", "category"] {
            let condition = try condition(#"{"first_time":"\#(place)"}"#)
            #expect(condition.isTrue { .test($0, isFirst: true) } == true)
            #expect(condition.isTrue { .test($0, isFirst: false) } == false)
        }
    }

    @Test(
        "a span over midnight belongs to the day it began on",
        arguments: [
            ("2025-03-07T20:59:59.999Z", false), ("2025-03-07T21:00:00Z", true),
            ("2025-03-08T06:29:59.999Z", true), ("2025-03-08T06:30:00Z", false),
            ("2025-03-09T05:00:00Z", true), ("2025-03-10T05:00:00Z", false),
            ("2025-03-07T05:00:00Z", false), ("2025-03-08T21:00:00Z", true),
            ("2025-03-09T21:00:00Z", false),
        ]
    )
    func midnight(instant: String, isTrue: Bool) throws {
        let night = try condition(
            #"{"time":{"days":["fri","sat"],"from":"21:00","to":"06:30"}}"#
        )
        #expect(night.isTrue { .test($0, at: instant) } == isTrue)
    }

    @Test(
        "an hour that daylight saving doubles or takes counts as the clock shows",
        arguments: [
            // 01:30 comes twice in New York, at 05:30 and at 06:30 UTC.
            ("America/New_York", "2025-11-02T05:30:00Z", "01:30", "01:31", true),
            ("America/New_York", "2025-11-02T06:30:00Z", "01:30", "01:31", true),
            ("America/New_York", "2025-11-02T06:30:00Z", "02:00", "02:30", false),
            // From 02:00 on the clock shows 03:00 in Berlin, at 01:00 UTC.
            ("Europe/Berlin", "2025-03-30T01:00:00Z", "03:00", "03:01", true),
            ("Europe/Berlin", "2025-03-30T00:59:59Z", "01:59", "02:00", true),
            ("Europe/Berlin", "2025-03-30T01:00:00Z", "02:00", "03:00", false),
        ]
    )
    func clock(zone: String, instant: String, from: String, to: String, isTrue: Bool) throws {
        let zone = try #require(Zone.named(zone))
        let span = try condition(#"{"time":{"from":"\#(from)","to":"\#(to)"}}"#)
        #expect(span.isTrue { .test($0, at: instant, in: zone) } == isTrue)
        let sunday = try condition(
            #"{"time":{"days":["sun"],"from":"\#(from)","to":"\#(to)"}}"#
        )
        #expect(sunday.isTrue { .test($0, at: instant, in: zone) } == isTrue)
        let night = try condition(#"{"time":{"days":["sat"],"from":"21:00","to":"06:30"}}"#)
        #expect(night.isTrue { .test($0, at: instant, in: zone) } == true)
    }

    @Test("days alone are whole days, and one end of a span goes with midnight")
    func days() throws {
        let wednesday = try condition(#"{"time":{"days":["wed"]}}"#)
        #expect(wednesday.isTrue { .test($0, at: "2025-03-04T23:59:59Z") } == false)
        #expect(wednesday.isTrue { .test($0, at: "2025-03-05T00:00:00Z") } == true)
        #expect(wednesday.isTrue { .test($0, at: "2025-03-05T23:59:59Z") } == true)
        #expect(wednesday.isTrue { .test($0, at: "2025-03-06T00:00:00Z") } == false)
        let evening = try condition(#"{"time":{"from":"18:00"}}"#)
        #expect(evening.isTrue { .test($0, at: "2025-03-05T18:00:00Z") } == true)
        #expect(evening.isTrue { .test($0, at: "2025-03-05T00:00:00Z") } == false)
        let morning = try condition(#"{"time":{"to":"06:00"}}"#)
        #expect(morning.isTrue { .test($0, at: "2025-03-05T05:59:59Z") } == true)
        #expect(morning.isTrue { .test($0, at: "2025-03-05T06:00:00Z") } == false)
        let late = try condition(#"{"time":{"days":["wed"],"from":"22:00","to":"00:00"}}"#)
        #expect(late.isTrue { .test($0, at: "2025-03-05T23:59:00Z") } == true)
        #expect(late.isTrue { .test($0, at: "2025-03-06T00:00:00Z") } == false)
    }

    @Test("what was spent counts with this purchase, and must be exceeded")
    func spent() throws {
        let cap = try condition(#"{"spent":{"window":"day","of":"purchases","more_than":2000}}"#)
        #expect(cap.isTrue { .test($0, minor: 500, values: [1_500]) } == false)
        #expect(cap.isTrue { .test($0, minor: 501, values: [1_500]) } == true)
        #expect(cap.isTrue { .test($0, minor: 501, values: [.max]) } == true)
        #expect(cap.isTrue { .test($0, minor: 501, values: [-5_000]) } == false)
    }

    @Test("what is counted counts with this one, and must be exceeded")
    func count() throws {
        for subject in ["purchases", "approvals", "declines"] {
            let cap = try condition(
                #"{"count":{"window":{"hours":1},"of":"\#(subject)","more_than":3}}"#
            )
            #expect(cap.isTrue { .test($0, values: [2]) } == false)
            #expect(cap.isTrue { .test($0, values: [3]) } == true)
        }
    }

    @Test("a place holds who is within its distance, the edge included")
    func place() throws {
        let here = Coordinate(latitude: 40.7128, longitude: -74.006)
        let near = Coordinate(latitude: 40.7172, longitude: -74.006)
        let far = Coordinate(latitude: 40.7173, longitude: -74.006)
        let of = [#"{"lat":40.7128,"lon":-74.006}"#, #"{"geofence":3}"#]
        let fences = [Serial<Entity.Geofence>(3): here]
        for place in of {
            for isUnknown in [false, true] {
                let condition = try condition(
                    #"{"place":{"within_m":500,"of":\#(place),"unknown":\#(isUnknown)}}"#
                )
                let isTrue = { (position: Coordinate?) in
                    condition.isTrue { .test($0, position: position, fences: fences) }
                }
                #expect(isTrue(near) == true)
                #expect(isTrue(far) == false)
                #expect(isTrue(nil) == isUnknown)
                let without = condition.isTrue { .test($0, position: near) }
                #expect(without == (place.contains("geofence") ? isUnknown : true))
            }
        }
    }

    @Test("facts tell of somebody outside of a place nothing but that")
    func privacy() throws {
        let away = try condition(#"{"not":{"place":{"within_m":500,"of":{"lat":1,"lon":2}}}}"#)
        let needs = PolicyNeeds(of: [away])
        let one = PolicyFacts.test(needs, position: Coordinate(latitude: 5, longitude: 6))
        let other = PolicyFacts.test(needs, position: Coordinate(latitude: -7, longitude: 8))
        #expect(one == other && one.json == other.json)
        let nowhere = PolicyFacts.test(needs, position: nil)
        #expect(one.json != nowhere.json)
    }

    @Test(
        "a score is compared as it is, not rounded",
        arguments: [
            (0.6, "0.6", true), (0.59999, "0.6", false), (0.6, "0.6001", false),
            (1, "1", true), (0, "0", true), (0.70009, "0.7001", false), (0.07, "0.07", true),
            (0.29, "0.29", true), (0.57, "0.57", true), (0.58, "0.58", true),
            ((0.1 + 0.2).nextDown, "0.3", true), (0.3.nextDown, "0.3", false),
        ] as [(Double, String, Bool)]
    )
    func avoidable(score: Double, bound: String, isTrue: Bool) throws {
        let condition = try condition(#"{"avoidable":{"at_least":\#(bound)}}"#)
        #expect(condition.isTrue { .test($0, avoidable: score) } == isTrue)
    }

    @Test("every bound of four decimals is reached by the number that it is, and by none below")
    func tenThousandths() {
        for whole in Int64(0)...10_000 {
            let share = Double(whole) / 10_000
            #expect(PolicyFacts.tenThousandths(of: share) == whole)
            #expect(PolicyFacts.tenThousandths(of: share.nextUp) == whole)
            guard whole > 0 else { continue }
            #expect(PolicyFacts.tenThousandths(of: share.nextDown) == whole - 1)
        }
    }

    @Test("what has no score, no wallet and no goal is none of it")
    func nothing() throws {
        let id = ID<Entity.Goal>.test(9)
        let texts = [
            #"{"avoidable":{"at_least":0}}"#, #"{"wallet":{"left_less_than":1000000000000}}"#,
            #"{"goal":{"id":"\#(id.text)","short_by_more_than":0}}"#,
        ]
        for text in texts {
            #expect(try condition(text).isTrue { .test($0) } == false)
            #expect(try condition(#"{"not":\#(text)}"#).isTrue { .test($0) } == true)
        }
    }

    @Test("the wallet counts as it is after the purchase; a goal as it is now")
    func balances() throws {
        let wallet = try condition(#"{"wallet":{"left_less_than":1000}}"#)
        #expect(wallet.isTrue { .test($0, minor: 500, wallet: 1_500) } == false)
        #expect(wallet.isTrue { .test($0, minor: 501, wallet: 1_500) } == true)
        #expect(wallet.isTrue { .test($0, minor: 501, wallet: .min) } == true)
        let id = ID<Entity.Goal>.test(9)
        let goal = try condition(#"{"goal":{"id":"\#(id.text)","short_by_more_than":1000}}"#)
        #expect(goal.isTrue { .test($0, goals: [id: 1_000]) } == false)
        #expect(goal.isTrue { .test($0, goals: [id: 1_001]) } == true)
        #expect(goal.isTrue { .test($0, goals: [.test(8): 1_001]) } == false)
    }

    @Test("all, any and not join what their parts say", arguments: [false, true], [false, true])
    func joints(one: Bool, other: Bool) throws {
        let leaf = { (isTrue: Bool) in #"{"category":["\#(isTrue ? "fun" : "food")"]}"# }
        let (one, other) = (one, other)
        let list = "[\(leaf(one)),\(leaf(other))]"
        #expect(try condition(#"{"all":\#(list)}"#).isTrue { .test($0) } == (one && other))
        #expect(try condition(#"{"any":\#(list)}"#).isTrue { .test($0) } == (one || other))
        #expect(
            try condition(#"{"not":{"all":\#(list)}}"#).isTrue { .test($0) } == !(one && other)
        )
        #expect(
            try condition(#"{"not":{"not":{"any":\#(list)}}}"#).isTrue { .test($0) }
                == (one || other)
        )
    }
}
