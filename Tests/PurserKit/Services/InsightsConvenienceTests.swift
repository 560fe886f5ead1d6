import Contract
import Foundation
import Kernel
import PurserKit
import Testing

@Suite("What answers of Insights say of themselves")
struct InsightsConvenienceTests {
    private let america = Locale(identifier: "en_US")

    @Test("rows have an identity of their own")
    func identities() throws {
        let month = API.Insights.monthlySummary.answers
        #expect(month.byCategory.map(\.id) == month.byCategory.map(\.category))
        #expect(month.topMerchants.map(\.id) == month.topMerchants.map(\.merchant))
        #expect(month.anomalies.map(\.id) == month.anomalies.map(\.transactionID))
        let page = API.Insights.transactionsOverview.answers
        #expect(page.aggregates.monthSeries.map(\.id) == ["2025-05"])
        let found = API.Insights.searchTransactions.answers.references
        #expect(found.map(\.id) == found.map(\.transactionID))
        let totals = API.Insights.monthlyTotals.answers
        #expect(totals.categories.map(\.id) == ["gr"])
        #expect(totals.merchants.map(\.id) == totals.merchants.map(\.merchantID))
        let sums = API.Insights.aggregateTransactions.answers
        #expect(sums.buckets.map(\.id) == ["Groceries"])
        #expect(sums.timeline.map(\.id) == sums.timeline.map(\.bucket))
    }

    @Test("shares are parts of 1, and amounts are exact")
    func amounts() throws {
        let housing = try #require(API.Insights.monthlySummary.answers.byCategory.first)
        #expect(housing.fraction == 0.4285)
        let row = try #require(API.Insights.searchTransactions.answers.references.first)
        #expect(row.amount == DecimalAmount(minor: -14_235))
        #expect(row.amount.formatted(locale: america) == "-$142.35")
    }

    @Test(
        "figures are written as people write what they count",
        arguments: [
            (58_065, "USD", "$580.65"), (500, "count", "5"), (1_250, "percent", "12.5%"),
            (900, "days", "9 days"), (100_000, "count", "1,000"),
        ] as [(Int64, String, String)]
    )
    func figures(minor: Int64, unit: String, text: String) {
        let figure = API.Insights.Figure(
            label: "",
            value: DecimalAmount(minor: minor),
            unit: unit
        )
        #expect(figure.formatted(locale: america) == text)
    }

    @Test(
        "days and months are those of a place",
        arguments: [
            ("UTC", "2025-06-01", 0), ("America/New_York", "2025-05-31", 4 * 3_600),
            ("Asia/Tokyo", "2025-06-01", -9 * 3_600),
        ] as [(String, String, Double)]
    )
    func days(zone name: String, text: String, behind: Double) throws {
        let zone = try #require(TimeZone(identifier: name))
        // 2025-06-01T00:30:00Z
        let date = Date(timeIntervalSince1970: 1_748_737_800)
        let day = try #require(CivilDay(date, in: zone))
        #expect(day.text == text)
        #expect(CivilMonth(date, in: zone)?.text == String(text.prefix(7)))
        let june = try #require(CivilMonth("2025-06"))
        let first = Date(timeIntervalSince1970: 1_748_736_000 + behind)
        #expect(june.date(in: zone) == first)
        #expect(WireMonth(june).date(in: zone) == first)
        #expect(WireDay(june.firstDay).date(in: zone) == first)
    }

    @Test("a day has its first instant, also where midnight is skipped")
    func skipped() throws {
        // In Beirut the clock went from 00:00 to 01:00 on 2024-03-31.
        let zone = try #require(TimeZone(identifier: "Asia/Beirut"))
        let day = try #require(CivilDay("2024-03-31"))
        let date = day.date(in: zone)
        #expect(date.timeIntervalSince1970 == 1_711_836_000)
        #expect(CivilDay(date, in: zone) == day)
    }

    @Test("an instant that no four digits can name has no month", arguments: [-1e11, 1e12])
    func outside(seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        let zone = try #require(TimeZone(identifier: "UTC"))
        #expect(CivilMonth(date, in: zone) == nil)
        #expect(CivilDay(date, in: zone) == nil)
    }
}
