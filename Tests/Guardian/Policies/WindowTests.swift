import Kernel
import Testing

@testable import Guardian

@Suite("Windows of policies")
struct WindowTests {
    @Test("equal windows are read once, in the order in which they are first asked for")
    func once() throws {
        let texts = [
            #"{"spent":{"window":"day","of":"purchases","more_than":1}}"#,
            #"{"spent":{"window":"day","over":["member"],"of":"purchases","more_than":2}}"#,
            #"{"count":{"window":"day","of":"purchases","more_than":3}}"#,
            #"{"spent":{"window":{"hours":24},"of":"purchases","more_than":4}}"#,
            #"{"spent":{"window":"day","over":["household"],"of":"purchases","more_than":5}}"#,
            #"{"spent":{"window":"day","of":"approvals","more_than":6}}"#,
            #"{"not":{"count":{"window":"day","over":"member","of":"purchases","more_than":7}}}"#,
        ]
        let needs = PolicyNeeds(of: try texts.map(condition))
        #expect(needs.windows.count == 5)
        #expect(needs.windows.first?.span == .day && needs.windows.first?.measure == .sum)
        #expect(needs.windows[1].measure == .count)
        #expect(needs.windows[2].span == .hours(24))
        #expect(needs.windows[3].scope == PolicyWindow.Scope(isOfHousehold: true))
        #expect(needs.windows[4].subject == .approvals)
    }

    @Test("conditions say what else must be read, and nothing that nobody asks for")
    func others() throws {
        let none = PolicyNeeds(of: [try condition(#"{"amount":{"at_least":1}}"#)])
        #expect(none.windows.isEmpty && none.places.isEmpty && none.goals.isEmpty)
        #expect(!none.asksScore && !none.asksWallet)
        #expect(!none.asksFirstAtMerchant && !none.asksFirstInCategory)
        let id = ID<Entity.Goal>.test(9)
        let some = PolicyNeeds(
            of: [
                try condition(
                    #"{"any":[{"first_time":"merchant"},{"wallet":{"left_less_than":1}}]}"#
                ),
                try condition(#"{"not":{"avoidable":{"at_least":0.5}}}"#),
                try condition(#"{"goal":{"id":"\#(id.text)","short_by_more_than":1}}"#),
                try condition(#"{"goal":{"id":"\#(id.text)","short_by_more_than":2}}"#),
                try condition(#"{"place":{"within_m":5,"of":{"geofence":3}}}"#),
                try condition(#"{"place":{"within_m":5,"of":{"geofence":3},"unknown":true}}"#),
                try condition(#"{"place":{"within_m":6,"of":{"geofence":3}}}"#),
                try condition(#"{"place":{"within_m":5,"of":{"lat":1,"lon":2}}}"#),
            ]
        )
        #expect(some.asksFirstAtMerchant && !some.asksFirstInCategory)
        #expect(some.asksWallet && some.asksScore)
        #expect(some.goals == [id] && some.places.count == 3)
        #expect(some.fences == [Serial(3)])
    }

    @Test(
        "a window reaches from its day, its Monday, its first of the month",
        arguments: [
            (PolicyWindow.Span.day, "2025-03-05"), (.week, "2025-03-03"), (.month, "2025-03-01"),
        ]
    )
    func days(span: PolicyWindow.Span, first: String) throws {
        let window = PolicyWindow(span: span, scope: .init(), subject: .purchases, measure: .sum)
        let now = try #require(Timestamp("2025-03-06T04:59:59.999Z"))
        let zone = try #require(Zone.named("America/New_York"))
        let today = try #require(CivilDay("2025-03-05"))
        let start = try #require(CivilDay(first))
        #expect(window.extent(until: now, in: zone) == .days(start...today))
        let later = window.extent(until: now.adding(milliseconds: 1), in: zone)
        let tomorrow = today.adding(days: 1)
        #expect(later == .days((span == .day ? tomorrow : start)...tomorrow))
    }

    @Test("a window of hours is exact to the millisecond, and now is not in it")
    func hours() throws {
        let window = PolicyWindow(
            span: .hours(744),
            scope: .init(),
            subject: .declines,
            measure: .count
        )
        let now = Timestamp(milliseconds: 1_741_176_000_001)
        let start = Timestamp(milliseconds: 1_741_176_000_001 - 744 * 3_600_000)
        #expect(window.extent(until: now, in: .utc) == .instants(start..<now))
    }
}
