import Contract
import Kernel
import Testing

@testable import Web

@Suite("The first page")
struct TodayViewTests {
    private static let format = PageFormat(languages: nil, currency: .usd)

    /// Wednesday, 5 March 2025, at nine.
    static let now = Timestamp(seconds: 1_741_165_200)

    static func allowance(_ hundredths: Int64, to name: String, in days: Int64) -> NextAllowance? {
        NextAllowance(
            DecimalAmount(minor: hundredths),
            to: name,
            at: WireTimestamp(now.adding(seconds: days * 86_400))
        )
    }

    static func reading(_ institution: String, hoursAgo hours: Int64?) -> BankReading? {
        let account = API.Insights.Account(
            id: ID(RawID(high: 1, low: 2)),
            name: "Checking",
            institution: institution,
            type: .checking,
            balance: DecimalAmount(minor: 1),
            currency: "USD",
            createdAt: WireTimestamp(now),
            linkedAt: WireTimestamp(now.adding(seconds: -172_800))
        )
        return BankReading(account, readAt: hours.map { now.adding(seconds: $0 * -3_600) })
    }

    private func rows(_ allowances: [NextAllowance?]) -> [[String]]? {
        let paid = allowances.compactMap(\.self)
        let card = ComingCard(paid, zone: .utc, Self.format)
        return card?.rows.map { [$0.name, $0.amount.text, $0.detail] }
    }

    @Test("tells what children are paid next, by day, the nearest first")
    func coming() {
        let family = [
            Self.allowance(12_50, to: "Cleo", in: 6), Self.allowance(8_00, to: "Dan", in: 2),
            Self.allowance(10_00, to: "Eve", in: 6), Self.allowance(1_00, to: "Fay", in: 6),
        ]
        #expect(
            rows(family) == [
                ["Allowance for Dan", "\u{2212}$8.00", "Friday, March 7"],
                ["Allowance for Cleo, Eve and Fay", "\u{2212}$23.50", "Tuesday, March 11"],
            ]
        )
    }

    @Test("says nothing of an allowance that is not set, or of which nobody knows when")
    func nothingComing() {
        #expect(Self.allowance(0, to: "Cleo", in: 6) == nil)
        #expect(NextAllowance(DecimalAmount(minor: 1), to: "Cleo", at: nil) == nil)
        #expect(rows([]) == nil)
    }

    @Test("calls a bank silent that has not answered for more than a day")
    func silent() throws {
        for (hours, isSilent) in [(23, false), (24, false), (25, true)] as [(Int64, Bool)] {
            let reading = try #require(Self.reading("Chase", hoursAgo: hours))
            #expect(reading.isSilent(at: Self.now) == isSilent, "\(hours)")
        }
        // It was linked two days ago, and never answered.
        let never = try #require(Self.reading("Ally", hoursAgo: nil))
        #expect(never.isSilent(at: Self.now))
        let text = never.notice(in: .utc, Self.format).text
        #expect(text == "Ally has not answered since it was linked on Monday, March 3.")
    }

    @Test("tells of each silent bank once, with the day of its oldest balance")
    func institutions() {
        let readings = [
            Self.reading("Chase", hoursAgo: 30), Self.reading("Chase", hoursAgo: 80),
            Self.reading("Ally", hoursAgo: 40),
        ].compactMap(\.self)
        let notices = readings.byInstitution.map { $0.notice(in: .utc, Self.format) }
        #expect(
            notices.map(\.text) == [
                "Ally has not answered since Monday, March 3: its balances are as they were then.",
                "Chase has not answered since Sunday, March 2: its balances are as they were then.",
            ]
        )
        #expect(notices.allSatisfy { $0.noticeWay == SettingsPage.accounts.path })
    }

    @Test("shows the newest question last, where nobody is about to press")
    func waiting() {
        let asked = API.Guardian.listApprovals.answers[0]
        let view = TodayView(
            TodayView.Answers(
                reader: API.Allowance.currentMember.answers,
                accounts: API.Insights.accountsOverview.answers,
                summary: API.Insights.monthlySummary.answers,
                days: [],
                approvals: [9, 4].map { asked.numbered($0) },
                names: [:]
            ),
            now: Self.now,
            zone: .utc,
            formToken: "token",
            Self.format
        )
        #expect(view.waiting.map(\.action) == ["/app/approvals/4", "/app/approvals/9"])
        #expect(view.waiting[0].message == "Stopped by the limit for Fun.")
    }

    @Test("leads from each kind of what was bought to its purchases of this month")
    func kinds() throws {
        let view = TodayView(
            TodayView.Answers(
                reader: API.Allowance.currentMember.answers,
                accounts: API.Insights.accountsOverview.answers,
                summary: API.Insights.monthlySummary.answers,
                days: [],
                approvals: [],
                names: [:]
            ),
            now: Self.now,
            zone: .utc,
            formToken: "token",
            Self.format
        )
        let row = try #require(view.categories?.rows.first)
        #expect(
            row.barWay
                == "/app/transactions?kind=\(PercentCoding.encoded(row.name))"
                + "&from=2025-03-01&to=2025-03-31"
        )
    }
}

extension API.Guardian.Approval {
    /// The same with another id.
    fileprivate func numbered(_ id: Int64) -> Self {
        Self(
            id: id,
            userID: userID,
            merchant: merchant,
            amountCents: amountCents,
            category: "fun",
            reason: .risky,
            message: message,
            state: state,
            createdAt: createdAt,
            decidedAt: decidedAt,
            decisionID: decisionID
        )
    }
}
