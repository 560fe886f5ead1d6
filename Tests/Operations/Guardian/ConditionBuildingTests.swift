import Contract
import Kernel
import Testing

@testable import Guardian
@testable import Operations

@Suite("Conditions that an app builds")
struct ConditionBuildingTests {
    typealias Condition = API.Guardian.Condition

    private static let goal = ID<Entity.Goal>(RawID(high: 0x0194_6A5C_F400_7000, low: 1 << 63))

    private static let built: [(Condition, String)] = [
        (.amount(atLeast: 5_000), #"{"amount":{"at_least":5000}}"#),
        (.amount(atLeast: 0, atMost: 99), #"{"amount":{"at_least":0,"at_most":99}}"#),
        (.category("fun", "Fast Food"), #"{"category":["fast_food","fun"]}"#),
        (.merchant("Steam"), #"{"merchant":["steam"]}"#),
        (.mcc("7994", "7800-7899"), #"{"mcc":["7800-7899","7994"]}"#),
        (.firstTime(.merchant), #"{"first_time":"merchant"}"#),
        (.firstTime(.category), #"{"first_time":"category"}"#),
        (
            .time(on: [.fri, .sat], from: LocalTime(hour: 21), to: LocalTime("06:30")),
            #"{"time":{"days":["fri","sat"],"from":"21:00","to":"06:30"}}"#
        ),
        (.time(to: LocalTime(hour: 7)), #"{"time":{"to":"07:00"}}"#),
        (
            .spent(in: .day, moreThan: 2_000),
            #"{"spent":{"more_than":2000,"of":"purchases","window":"day"}}"#
        ),
        (
            .spent(in: .hours(48), over: [.household, .category], of: .approvals, moreThan: 0),
            #"{"spent":{"more_than":0,"of":"approvals","over":["household","category"],"#
                + #""window":{"hours":48}}}"#
        ),
        (
            .count(in: .week, over: [.merchant], of: .declines, moreThan: 3),
            #"{"count":{"more_than":3,"of":"declines","over":["merchant"],"window":"week"}}"#
        ),
        (
            .count(in: .month, over: [.member], moreThan: 3),
            #"{"count":{"more_than":3,"of":"purchases","window":"month"}}"#
        ),
        (
            .place(within: 200, latitude: 40.7128, longitude: -74.006, unknown: true),
            #"{"place":{"of":{"lat":40.7128,"lon":-74.006},"unknown":true,"within_m":200}}"#
        ),
        (
            .place(within: 1, ofGeofence: 7),
            #"{"place":{"of":{"geofence":7},"within_m":1}}"#
        ),
        (.avoidable(atLeast: 0.75), #"{"avoidable":{"at_least":0.75}}"#),
        (.avoidable(atLeast: 0.0001), #"{"avoidable":{"at_least":0.0001}}"#),
        (.wallet(leftLessThan: 500), #"{"wallet":{"left_less_than":500}}"#),
        (
            .goal(goal, shortByMoreThan: 1),
            #"{"goal":{"id":"\#(goal.text)","short_by_more_than":1}}"#
        ),
    ]

    @Test("are what the rules read, each in its one form", arguments: built)
    func leaves(condition: Condition, canonical: String) throws {
        #expect(try PolicyCondition(condition).json == canonical)
    }

    @Test("are of every leaf that the rules know, of every word and of every window")
    func complete() throws {
        let keys = Self.built.flatMap { $0.0.json.members.map(\.key) }
        #expect(Set(keys) == Set(PolicyLeaf.keys))
        let windows: [API.Guardian.PolicySpan] = [.day, .week, .month, .hours(1)]
        for window in windows {
            for scope in API.Guardian.PolicyScope.allCases {
                for subject in API.Guardian.CountSubject.allCases {
                    let count = Condition.count(
                        in: window,
                        over: [scope],
                        of: subject,
                        moreThan: 1
                    )
                    #expect(throws: Never.self) { try PolicyCondition(count) }
                }
                for subject in API.Guardian.SpentSubject.allCases {
                    let sum = Condition.spent(in: window, over: [scope], of: subject, moreThan: 1)
                    #expect(throws: Never.self) { try PolicyCondition(sum) }
                }
            }
        }
        let days = API.Guardian.PolicyDay.allCases.map(\.rawValue)
        #expect(days == PolicyClock.days)
    }

    @Test("lie within one another")
    func combined() throws {
        let condition: Condition = .all([
            .any([.category("games"), .not(.merchant("Library"))]), .amount(atMost: 100),
        ])
        #expect(
            try PolicyCondition(condition).json
                == #"{"all":[{"any":[{"category":["games"]},{"not":{"merchant":["library"]}}]},"#
                + #"{"amount":{"at_most":100}}]}"#
        )
    }

    @Test(
        "are refused by their place where a figure is none",
        arguments: [
            (.amount(), "when.amount must have at_least or at_most"),
            (.all([]), "when.all must have 1 to 20 conditions"),
            (.avoidable(atLeast: .nan), "when.avoidable.at_least has the wrong type"),
            (.not(.count(in: .hours(745), moreThan: 1)), "when.not.count.window.hours is"),
            (
                .spent(in: .day, over: [.member, .household], moreThan: 1),
                "when.spent.over"
            ),
        ] as [(Condition, String)]
    )
    func faults(condition: Condition, message: String) {
        let problem = #expect(throws: Problem.self) { try PolicyCondition(condition) }
        #expect(problem?.message.hasPrefix(message) == true, "\(problem?.message ?? "")")
    }
}
