import Kernel
import Testing

@testable import Guardian

@Suite("Changes of policies")
struct PolicyEffectTests {
    private static func spent(_ bound: Int64, _ window: String = "day") -> String {
        #"{"spent":{"window":"\#(window)","of":"purchases","more_than":\#(bound)}}"#
    }

    private static let fun = #"{"category":["fun"]}"#

    @Test(
        "a lower bound tightens, a higher one loosens; under not it is the other way round",
        arguments: [
            (spent(2_000), spent(1_999)),
            (
                #"{"count":{"window":{"hours":1},"of":"approvals","more_than":3}}"#,
                #"{"count":{"window":{"hours":1},"of":"approvals","more_than":2}}"#
            ),
            (#"{"amount":{"at_least":500}}"#, #"{"amount":{"at_least":0}}"#),
            (
                #"{"amount":{"at_least":500,"at_most":900}}"#,
                #"{"amount":{"at_least":400,"at_most":900}}"#
            ),
            (#"{"avoidable":{"at_least":0.8}}"#, #"{"avoidable":{"at_least":0.7999}}"#),
        ]
    )
    func bounds(high: String, low: String) throws {
        let wrap = { (leaf: String, depth: Int) in
            (0..<depth).reduce(#"{"all":[\#(Self.fun),\#(leaf)]}"#) { inner, _ in
                #"{"not":\#(inner)}"#
            }
        }
        for depth in 0...3 {
            let (high, low) = (
                try Policy.test(wrap(high, depth)), try Policy.test(wrap(low, depth))
            )
            let (down, up): (PolicyEffect, PolicyEffect) =
                depth.isMultiple(of: 2) ? (.tightens, .loosens) : (.loosens, .tightens)
            #expect(high.effect(of: low) == down)
            #expect(low.effect(of: high) == up)
            #expect(high.effect(of: high) == .nothing)
        }
    }

    @Test(
        "whatever is not certainly tightening loosens",
        arguments: [
            (spent(2_000), spent(1_000, "week")), (spent(2_000), fun), (fun, spent(2_000)),
            (fun, #"{"category":["food","fun"]}"#), (fun, #"{"any":[\#(fun)]}"#),
            (#"{"all":[\#(fun),\#(spent(5))]}"#, #"{"all":[\#(fun)]}"#),
            (#"{"all":[\#(fun)]}"#, #"{"any":[\#(fun)]}"#), (fun, #"{"not":\#(fun)}"#),
            (#"{"all":[\#(spent(5)),\#(spent(9))]}"#, #"{"all":[\#(spent(4)),\#(spent(10))]}"#),
            (
                #"{"all":[\#(spent(5)),{"not":\#(spent(9))}]}"#,
                #"{"all":[\#(spent(4)),{"not":\#(spent(8))}]}"#
            ),
            (#"{"amount":{"at_least":500,"at_most":900}}"#, #"{"amount":{"at_least":400}}"#),
            (#"{"amount":{"at_most":900}}"#, #"{"amount":{"at_most":901}}"#),
            (#"{"amount":{"at_most":900}}"#, #"{"amount":{"at_least":1,"at_most":900}}"#),
            (#"{"wallet":{"left_less_than":5}}"#, #"{"wallet":{"left_less_than":6}}"#),
            (
                #"{"place":{"within_m":5,"of":{"geofence":1}}}"#,
                #"{"place":{"within_m":6,"of":{"geofence":1}}}"#
            ),
            (#"{"time":{"from":"21:00"}}"#, #"{"time":{"from":"20:00"}}"#),
        ]
    )
    func others(before: String, after: String) throws {
        #expect(try Policy.test(before).effect(of: .test(after)) == .loosens)
    }

    @Test("several bounds may be lowered together, with a stricter action")
    func together() throws {
        let before = try Policy.test(#"{"any":[\#(Self.spent(5)),\#(Self.spent(9))]}"#, .warn)
        let after = try Policy.test(#"{"any":[\#(Self.spent(4)),\#(Self.spent(8))]}"#, .decline)
        #expect(before.effect(of: after) == .tightens)
        #expect(after.effect(of: before) == .loosens)
        let stricter = try Policy.test(#"{"any":[\#(Self.spent(5)),\#(Self.spent(10))]}"#, .decline)
        #expect(before.effect(of: stricter) == .loosens)
    }

    @Test("a stricter action tightens, and only that")
    func actions() throws {
        for (place, one) in Policy.Action.allCases.enumerated() {
            for (otherPlace, other) in Policy.Action.allCases.enumerated() {
                let effect = try Policy.test(Self.fun, one).effect(of: .test(Self.fun, other))
                let expected: PolicyEffect =
                    place == otherPlace ? .nothing : otherPlace < place ? .tightens : .loosens
                #expect(effect == expected)
            }
        }
    }

    @Test("making live tightens, ending what is live loosens, and all else decides nothing")
    func states() throws {
        for one in Policy.State.allCases {
            for other in Policy.State.allCases where one != .live || other != .live {
                let before = try Policy.test(Self.spent(5), state: one)
                let after = try Policy.test(Self.spent(9), .warn, state: other)
                let expected: PolicyEffect =
                    other == .live ? .tightens : one == .live ? .loosens : .nothing
                #expect(before.effect(of: after) == expected)
            }
        }
    }

    @Test("another member loosens; another name or message does nothing")
    func others() throws {
        let mine = try Policy.test(Self.spent(5), member: .test(1))
        #expect(mine.effect(of: try .test(Self.spent(4), member: .test(2))) == .loosens)
        #expect(mine.effect(of: try .test(Self.spent(4))) == .loosens)
        #expect(mine.effect(of: try .test(Self.spent(4), member: .test(1))) == .tightens)
        let renamed = try Policy.test(Self.spent(5), name: "N", member: .test(1), message: "M")
        #expect(mine.effect(of: renamed) == .nothing)
    }

    @Test("what tightens for certain never lets a purchase through that was stopped before")
    func monotony() throws {
        let texts = (Int64(0)..<4).flatMap { bound in
            [
                #"{"all":[{"amount":{"at_least":\#(bound)}},{"not":\#(Self.spent(bound))}]}"#,
                #"{"any":[{"amount":{"at_least":\#(bound)}},{"not":\#(Self.spent(2))}]}"#,
                #"{"any":[{"amount":{"at_least":2}},{"not":\#(Self.spent(bound))}]}"#,
            ]
        }
        for before in texts {
            for after in texts {
                let effect = try Policy.test(before).effect(of: .test(after))
                guard effect == .tightens else { continue }
                for minor in Int64(1)...5 {
                    for spent in Int64(0)...4 {
                        let isTrue = { (text: String) in
                            try condition(text).isTrue {
                                .test($0, minor: minor, values: [spent])
                            }
                        }
                        if try isTrue(before) == true { #expect(try isTrue(after) == true) }
                    }
                }
            }
        }
    }
}
