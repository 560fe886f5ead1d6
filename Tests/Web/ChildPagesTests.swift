import Contract
import Kernel
import Testing

@testable import Web

@Suite("A child's own pages")
struct ChildPagesTests {
    private let format = PageFormat(languages: nil, currency: .usd)
    private var words: FamilyWords { FamilyWords(format, zone: .utc) }

    /// Friday, 17 January 2025.
    private static let friday = Timestamp(seconds: 1_737_072_000)

    private func schedule(
        _ frequency: API.Allowance.Frequency = .weekly,
        minor: Int64 = 1_250,
        isPaused: Bool = false,
        next: Timestamp? = friday
    ) -> API.Allowance.ScheduleResponse {
        API.Allowance.ScheduleResponse(
            childID: API.Allowance.getSchedule.answers.childID,
            frequency: frequency,
            weekday: frequency == .monthly ? nil : .friday,
            dayOfMonth: frequency == .monthly ? 31 : nil,
            amount: DecimalAmount(minor: minor),
            isPaused: isPaused,
            nextAllowanceDate: next.map { WireTimestamp($0) }
        )
    }

    private func split(save: Int) -> API.Allowance.SplitPercents {
        API.Allowance.SplitPercents(spend: 100 - save, save: save, give: 0)
    }

    @Test("tell when a goal is reached, as each allowance puts its part aside")
    func pace() throws {
        let day = { (schedule: API.Allowance.ScheduleResponse, missing: Int64) in
            GoalPace(schedule, split(save: 30), in: .utc)?.day(bringing: missing)?.text
        }
        // Thirty per cent of $12.50 are $3.75.
        #expect(day(schedule(), 375) == "2025-01-17")
        #expect(day(schedule(), 376) == "2025-01-24")
        #expect(day(schedule(.biweekly), 1_125) == "2025-02-14")
        #expect(
            day(schedule(.monthly, next: Timestamp(seconds: 1_738_281_600)), 376) == "2025-02-28"
        )
        #expect(day(schedule(), 0) == nil)
        #expect(day(schedule(), 375 * 260) != nil)
        #expect(day(schedule(), 375 * 260 + 1) == nil)
    }

    @Test("promise no day where nothing is put aside, or nothing comes")
    func noPace() {
        #expect(GoalPace(schedule(), split(save: 0), in: .utc) == nil)
        #expect(GoalPace(schedule(minor: 3), split(save: 30), in: .utc) == nil)
        #expect(GoalPace(schedule(isPaused: true), split(save: 30), in: .utc) == nil)
        #expect(GoalPace(schedule(next: nil), split(save: 30), in: .utc) == nil)
    }

    private func goals(holding: Int64, pace: GoalPace?) -> GoalList {
        let goal = { (number: UInt64, name: String, target: Int64, saved: Int64) in
            API.Allowance.GoalResponse(
                id: ID(RawID(high: 1, low: number)),
                name: name,
                targetAmount: DecimalAmount(minor: target),
                savedAmount: DecimalAmount(minor: saved),
                createdAt: WireTimestamp(Self.friday)
            )
        }
        let list = API.Allowance.GoalListResponse(
            childID: API.Allowance.listGoals.answers.childID,
            saved: DecimalAmount(minor: 1_500),
            goals: [
                goal(1, "Ball", 1_000, 1_000), goal(2, "Kite", 875, 500), goal(3, "Drum", 750, 0),
            ]
        )
        let forms = PageForms(token: "token", key: "key", in: .usd)
        return GoalList(
            list,
            pace: pace,
            holding: DecimalAmount(minor: holding),
            forms,
            words
        )
    }

    @Test("fill goals in their order, and put something in where the next of it goes")
    func order() {
        let pace = GoalPace(schedule(), split(save: 30), in: .utc)
        let list = goals(holding: 100, pace: pace)
        #expect(
            list.goals.map(\.meter.sentence) == [
                "All of it is saved.",
                "$3.75 to go. At this pace you have it on Jan 17, 2025.",
                "$7.50 to go. At this pace you have it on Jan 31, 2025.",
            ]
        )
        let deeds = list.goals.map { goal in
            goal.forms.flatMap(\.buttons).compactMap(\.pair?.sentValue)
        }
        #expect(deeds.map { $0.contains("save-up") } == [false, true, false])
        // With nothing in the wallet there is nothing to put in.
        let poor = goals(holding: 0, pace: nil)
        #expect(
            !poor.goals.flatMap(\.forms).flatMap(\.buttons).contains { button in
                button.pair?.sentValue == "save-up"
            }
        )
        #expect(poor.goals[1].meter.sentence == "$3.75 to go.")
    }

    private func frame(_ role: String, at place: Frame.Place?) -> Frame {
        Frame(
            titled: "A title",
            at: place,
            for: Frame.Reader(name: "Cleo", role: role),
            format,
            formToken: "token",
            waiting: [.today: 1, .family: 2, .rules: 3]
        )
    }

    @Test("are places of their own, of which the rest stands under More")
    func places() {
        let own = frame("Child", at: .chores)
        #expect(
            own.links.map(\.name) == [
                "Mine", "What happened", "May I buy this?", "Chores", "More",
            ]
        )
        #expect(own.tabs.map(\.name) == ["Mine", "Past", "Buy?", "Chores", "More"])
        #expect(own.links.map(\.href) == own.tabs.map(\.href))
        #expect(own.links.map(\.current) == [nil, nil, nil, "page", nil])
        for place in [Frame.Place.settings, .rules, .transactions, .cards, .ask] {
            #expect(own.places.contains { $0.href == place.path })
        }
        let settings = frame("Child", at: .settings)
        #expect(settings.links.map(\.name).suffix(2) == ["Settings", "More"])
        #expect(settings.links.map(\.current).suffix(2) == ["page", nil])
        #expect(settings.tabs.last?.current == "true")
        #expect(!own.places.contains { $0.href == Frame.Place.today.path })
        let html = Templates.document(MoreView(own), in: own)
        #expect(html.contains("href=\"/app/settings\"") && html.contains("Sign out"))
    }

    @Test("leave the parents' places as they are, with what waits counted at each")
    func counts() {
        let parents = frame("Parent", at: .today)
        #expect(parents.links.count == 8)
        let counts = Dictionary(uniqueKeysWithValues: parents.links.map { ($0.name, $0.count) })
        #expect(counts["Today"] == "1" && counts["Family"] == "2" && counts["Rules"] == "3")
        // A phone has the rules under More.
        #expect(parents.tabs.map(\.count) == ["1", nil, nil, "2", "3"])
        #expect(parents.links.allSatisfy { $0.newsOfLink.contains("tasks") })
    }

    @Test(
        "say how long ago something was",
        arguments: [
            (0, "just now"), (59, "just now"), (60, "1 minute ago"), (299, "4 minutes ago"),
            (3_599, "59 minutes ago"), (3_600, "1 hour ago"), (86_399, "23 hours ago"),
            (86_400, "1 day ago"), (259_200, "3 days ago"), (-5, "just now"),
        ] as [(Int64, String)]
    )
    func age(seconds: Int64, text: String) {
        let now = Self.friday.adding(seconds: seconds)
        #expect(format.age(of: Self.friday, at: now) == text)
    }
}
