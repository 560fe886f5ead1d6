import Catalogue
import Contract
import Foundation
import Kernel
import PurserKit
import Testing

@Suite("What answers say of themselves")
struct ConvenienceTests {
    private let america = Locale(identifier: "en_US")

    @Test(
        "cents are whole units exactly, and back",
        arguments: [
            (0, "0"), (1, "0.01"), (-1, "-0.01"), (2_550, "25.5"), (-12_345, "-123.45"),
            (999_999_999_999, "9999999999.99"), (1_000_000_000_000, "10000000000"),
        ] as [(Int64, String)]
    )
    func cents(cents: Int64, text: String) throws {
        let amount = try #require(Decimal(string: text))
        #expect(Decimal(cents: cents) == amount)
        #expect(amount.cents == cents)
        #expect(DecimalAmount(amount) == .cents(cents))
        #expect(DecimalAmount.cents(cents).decimal == amount)
    }

    @Test(
        "what is no whole number of cents is none",
        arguments: ["0.001", "10000000000.01", "-10000000000.01", "1e40", "NaN"]
    )
    func noCents(text: String) throws {
        let amount = text == "NaN" ? Decimal.nan : try #require(Decimal(string: text))
        #expect(amount.cents == nil)
        #expect(DecimalAmount(amount) == nil)
    }

    @Test("amounts are written as people of the place write them")
    func formatted() {
        let amount = DecimalAmount(minor: 123_450)
        #expect(amount.formatted(locale: america) == "$1,234.50")
        #expect(Int64(-5).formattedCents(locale: america) == "-$0.05")
        let german = amount.formatted(currency: "EUR", locale: Locale(identifier: "de_DE"))
        #expect(german == "1.234,50\u{A0}€")
    }

    @Test("ratios are parts of 1 and per cents")
    func ratios() {
        #expect(Ratio(3, of: 4).fraction == 0.75)
        #expect(Ratio(1, of: 3).percent == 33.33)
    }

    @Test("instants are Foundation's dates, to the millisecond")
    func dates() {
        let instant = Timestamp(milliseconds: 1_736_942_400_123)
        #expect(instant.date.timeIntervalSince1970 == 1_736_942_400.123)
        #expect(Timestamp(instant.date) == instant)
        #expect(Timestamp(Date(timeIntervalSince1970: -0.5)).milliseconds == -500)
        #expect(WireTimestamp(instant).date == instant.date)
        #expect(WireTimestamp(instant.date) == WireTimestamp(instant))
        #expect(GuardianTimestamp(instant).date == instant.date)
        let day = API.Guardian.DaySpend(day: GuardianTimestamp(instant), spendCents: 1)
        #expect(day.date == instant.date)
        let days = API.Allowance.getSchedule.answers.upcomingDays
        #expect(!days.isEmpty && days.allSatisfy { $0.year != nil && $0.day != nil })
        let first = API.Allowance.getSchedule.answers.upcoming.first
        let written = days.first.map {
            String(format: "%04d-%02d-%02d", $0.year ?? 0, $0.month ?? 0, $0.day ?? 0)
        }
        #expect(written == first)
    }

    @Test("categories have the document's names and icons")
    func categories() {
        let document = [
            "rent_bills Rent & Bills house.fill", "groceries Groceries cart.fill",
            "fast_food Fast Food fork.knife", "alcohol Alcohol wineglass.fill",
            "clothing Clothing tshirt.fill", "electronics Electronics laptopcomputer",
            "pharmacy_health Pharmacy & Health cross.case.fill", "transport Transport car.fill",
            "subscription Subscriptions repeat", "misc_online Online Shopping bag.fill",
            "fun Fun gamecontroller.fill", "entertainment Entertainment tv.fill",
        ]
        let ours = SpendingCategory.allCases.map { "\($0.id) \($0.displayName) \($0.icon)" }
        #expect(ours == document)
        let servers = GuardianCategory.allCases.map { "\($0.rawValue) \($0.displayName)" }
        #expect(SpendingCategory.allCases.map { "\($0.id) \($0.displayName)" } == servers)
    }

    @Test("an answer has its category's name and icon, or the member's own word and a tag")
    func categorized() {
        let known = API.Guardian.Rule(id: 1, category: "fast_food", monthlyLimitCents: 0)
        #expect(known.spendingCategory == .fastFood)
        #expect(known.categoryName == "Fast Food" && known.categoryIcon == "fork.knife")
        let own = API.Guardian.CategorySpend(category: "pet food", spendCents: 1, count: 1)
        #expect(own.spendingCategory == nil)
        #expect(own.categoryName == "Pet food" && own.categoryIcon == "tag.fill")
    }

    @Test(
        "a budget is green below 70 per cent, red above 90, and yellow between",
        arguments: [
            (0, 10_000, .green), (6_999, 10_000, .green), (7_000, 10_000, .yellow),
            (9_000, 10_000, .yellow), (9_001, 10_000, .red), (20_000, 10_000, .red),
            (0, 0, .red), (1, 0, .red), (-5, 0, .red),
            (900_000_000_001, 1_000_000_000_000, .red), (.max, .max, .red),
        ] as [(Int64, Int64, Level)]
    )
    func levels(spent: Int64, limit: Int64, level: Level) {
        #expect(Level(spentCents: spent, ofLimitCents: limit) == level)
    }

    @Test("progress tells dollars, per cent and level")
    func progress() {
        let (fun, alcohol) = (
            API.Guardian.rulesProgress.answers[0], API.Guardian.rulesProgress.answers[1]
        )
        #expect(fun.limitDollars == 200 && fun.spentDollars == 150)
        #expect(fun.remainingDollars == 50)
        #expect(fun.utilizationPercent == 75 && fun.level == .yellow)
        #expect(alcohol.remainingDollars == nil && alcohol.utilizationPercent == nil)
        #expect(alcohol.level == .red)
    }

    @Test("amounts in cents are there in dollars, too")
    func dollars() throws {
        #expect(API.Guardian.setRule.answers.monthlyLimitDollars == 200)
        #expect(API.Guardian.spendingSummary.answers.spendDollars == 1_250)
        #expect(API.Guardian.spendingByCategory.answers[0].spendDollars == 450)
        #expect(API.Guardian.spendingByDay.answers[0].spendDollars == 120)
        #expect(API.Guardian.spendingByMerchant.answers[0].spendDollars == 250)
        #expect(API.Guardian.listOverrides.answers[0].amountDollars == 50)
        #expect(API.Guardian.listApprovals.answers[0].amountDollars == 50)
        #expect(API.Guardian.listDecisions.answers.decisions[0].amountDollars == 50)
        #expect(API.Guardian.getDecision.answers.amountDollars == 50)
        #expect(API.Guardian.getProfile.answers.monthlyIncomeDollars == 3_000)
        let assessment = API.Guardian.assessPurchase.answers
        #expect(assessment.input.amountDollars.cents == assessment.input.amountCents)
        let limit = API.Guardian.CategoryLimit(category: "fun", monthlyLimitCents: 5)
        #expect(limit.monthlyLimitDollars == Decimal(string: "0.05"))
    }

    @Test("ranges are named for a picker")
    func ranges() {
        let ranges = API.Guardian.AnalyticsRange.allCases
        #expect(ranges.map(\.displayName) == ["7 days", "30 days", "90 days", "This month"])
        #expect(ranges.map(\.id) == ["7d", "30d", "90d", "mtd"])
    }
}
