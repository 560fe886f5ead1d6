import Contract
import Kernel
import Testing

@testable import Web

@Suite("Figures of the first page")
struct TodayFiguresTests {
    private static let format = PageFormat(languages: nil, currency: .usd)
    private static let today = CivilDay("2025-03-05")

    private func account(
        _ currency: String,
        _ hundredths: Int64,
        booked day: String? = "2025-02-27"
    ) throws -> API.Insights.Account {
        let newest = try day.map { try #require(CivilDay($0)) }
        return API.Insights.Account(
            id: ID(RawID(high: 1, low: UInt64(hundredths))),
            name: currency,
            institution: "Bank",
            type: .checking,
            balance: DecimalAmount(minor: hundredths),
            currency: currency,
            createdAt: WireTimestamp(TodayViewTests.now),
            lastTransactionAt: newest.map {
                WireTimestamp(Timestamp(seconds: Int64($0.dayNumber) * 86_400))
            }
        )
    }

    private func overview(
        _ accounts: [API.Insights.Account]
    ) -> API.Insights.AccountsListResponse {
        API.Insights.AccountsListResponse(
            currency: "USD",
            totalBalance: DecimalAmount(minor: 5_000),
            accounts: accounts,
            traceID: "t"
        )
    }

    private func card(_ accounts: [API.Insights.Account]) throws -> AccountsCard {
        AccountsCard(
            overview(accounts),
            [],
            today: try #require(Self.today),
            zone: .utc,
            Self.format
        )
    }

    @Test("are each in the currency of their account, and the sum in the household's")
    func currencies() throws {
        let accounts = [
            try account("USD", 5_000), try account("EUR", 10_000), try account("JPY", 129_000),
            try account("KWD", 129_000),
        ]
        let mixed = try card(accounts)
        let texts = mixed.rows.map(\.amount.text)
        #expect(texts.prefix(3) == ["$50.00", "€100.00", "¥1,290"])
        #expect(texts[3].hasPrefix("KWD") && texts[3].hasSuffix("1,290.000"))
        #expect(mixed.total.text == "$50.00")
        #expect(mixed.notSummed == "The sum is of the accounts in USD alone.")
        #expect(try card([accounts[0]]).notSummed == nil)
    }

    @Test("lead from each account to its transactions, in the month of the newest")
    func ways() throws {
        let used = try account("USD", 1)
        let rows = try card([used, try account("USD", 2, booked: nil)]).rows
        #expect(
            rows[0].way == "/app/transactions?month=2025-02&account=\(used.id.text)"
        )
        #expect(rows[1].way?.hasPrefix("/app/transactions?month=2025-03&account=") == true)
    }

    @Test("begin with a file where there is no account")
    func noAccount() throws {
        let none = try card([])
        #expect(none.emptiness != nil && none.importWay == "/app/transactions/import")
        let one = try card([try account("USD", 1)])
        #expect(one.emptiness == nil && one.importWay == nil)
    }

    private func page(_ accounts: [API.Insights.Account]) -> TodayView {
        TodayView(
            TodayView.Answers(
                reader: API.Allowance.currentMember.answers,
                accounts: overview(accounts),
                summary: API.Insights.monthlySummary.answers,
                days: [],
                approvals: [],
                names: [:]
            ),
            now: TodayViewTests.now,
            zone: .utc,
            formToken: "token",
            Self.format
        )
    }

    @Test("tell nothing of an assumed budget until something is booked")
    func assumed() throws {
        for accounts in [[], [try account("USD", 1, booked: nil)]] {
            let view = page(accounts)
            #expect(view.safe == nil)
            #expect(view.safeStart?.way?.wayHref == "/app/transactions/import")
            let html = Templates.html(view)
            #expect(html.contains("Here will be what you may spend today."))
            #expect(!html.contains("How this is reckoned"))
        }
        let begun = page([try account("USD", 1)])
        #expect(begun.safe != nil && begun.safeStart == nil)
    }

    @Test("name nothing in their template that the view does not have")
    func words() throws {
        var check = TemplateCheck()
        for accounts in [[], [try account("USD", 1), try account("EUR", 2)]] {
            try check.check("today", page(accounts))
        }
        #expect(check.unknown == [])
        for word in [
            "today: steps", "empty-state: wayHref", "today: emptiness", "today: importWay",
            "today: notSummed",
        ] { #expect(check.known.contains(word), "\(word)") }
    }

    private func safe(
        from start: String,
        to end: String,
        left days: Int64,
        cap: Int64 = 90_000,
        roll: Int64 = 1_250
    ) throws -> API.Insights.SafeToSpend {
        API.Insights.SafeToSpend(
            cycleStart: WireDay(try #require(CivilDay(start))),
            cycleEnd: WireDay(try #require(CivilDay(end))),
            safeToSpendToday: DecimalAmount(minor: 3_500),
            hardCap: DecimalAmount(minor: cap),
            dailyBase: DecimalAmount(minor: 2_500),
            dailyAdjusted: DecimalAmount(minor: 2_250),
            rollToday: DecimalAmount(minor: roll),
            paceRatio: Ratio(12, of: 10),
            adjustmentFactor: Ratio(9, of: 10),
            daysRemaining: days,
            variableBudget: DecimalAmount(minor: 80_000),
            variableSpent: DecimalAmount(minor: 15_000),
            remainingVariableBudget: DecimalAmount(minor: 65_000),
            danger: cap <= 0,
            notes: ["Spending is faster than the budget allows."]
        )
    }

    @Test("say what may be spent, with the steps that lead there")
    func reckoning() throws {
        let card = SafeToSpendCard(
            try safe(from: "2025-03-01", to: "2025-03-30", left: 26),
            Self.format
        )
        #expect(card.amount == "$35.00" && !card.isLow && card.notes.count == 1)
        #expect(card.reason.hasPrefix("$650.00 is left for 26 days until Sunday, March 30,"))
        #expect(
            card.steps == [
                """
                This cycle goes from Saturday, March 1 to Sunday, March 30: from income to \
                income, or a month where none is known. 26 days are left, today among them.
                """,
                """
                The budget is $800.00: as much as was spent in the cycle before, or in this one \
                where that was nothing, or $500.00 without either. What is fixed or set aside is \
                not in it. $150.00 of it is spent.
                """,
                "What was left of it this morning makes $25.00 a day.",
                """
                So far 120 % of an even pace is spent, so today's share is 90 % of that: $22.50.
                """,
                "Earlier days left $12.50 over, which is added.",
                """
                Cash allows $900.00 at most: what the accounts hold and what comes in by then, \
                less what is still to be paid or set aside, and $100.00 that stays.
                """,
                "The smaller of the two, $35.00 and what cash allows, is safe to spend today.",
            ]
        )
    }

    @Test("say nothing of a pace on the first day, nor of cash that is not there")
    func firstDay() throws {
        let short = try safe(from: "2025-03-05", to: "2025-03-05", left: 1, cap: -500, roll: 0)
        let card = SafeToSpendCard(short, Self.format)
        #expect(card.isLow && card.steps.count == 6)
        #expect(card.steps[0].hasSuffix("where none is known. Today is the last day."))
        #expect(!card.steps.contains { $0.contains("pace") })
        #expect(card.steps.contains("Earlier days left nothing over."))
        #expect(card.steps.contains { $0.hasPrefix("Cash allows $0.00 at most") })
    }

    private func days(_ sums: [(String, Int64)]) throws -> [API.Guardian.DaySpend] {
        try sums.map { day, minor in
            let number = try #require(CivilDay(day)).dayNumber
            return API.Guardian.DaySpend(
                day: GuardianTimestamp(Timestamp(seconds: Int64(number) * 86_400)),
                spendCents: minor
            )
        }
    }

    private func spending(_ sums: [(String, Int64)]) throws -> DailySpending {
        DailySpending(try days(sums), today: try #require(Self.today), zone: .utc)
    }

    @Test("of a month are those of its days so far, and of days before in none of them")
    func month() throws {
        let spent = try spending([("2025-03-01", 100), ("2025-03-05", 7), ("2025-02-28", 9)])
        #expect(spent.days == [100, 0, 0, 0, 7])
        #expect(try spending([]).days == [0, 0, 0, 0, 0])
    }

    @Test("have as their usual course the mean of the two months before, day by day")
    func usual() throws {
        let spent = try spending([
            ("2024-12-20", 5), ("2025-01-01", 100), ("2025-01-31", 1_000), ("2025-02-02", 300),
        ])
        // March has 31 days, as January; February adds nothing after its last one.
        #expect(spent.usual.count == 31)
        #expect(spent.usual.prefix(3) == [50, 200, 200])
        #expect(spent.usual[29] == 200 && spent.usual[30] == 700)
    }

    @Test("count as usual a month alone that was known from its first week on")
    func whole() throws {
        let both = try spending([("2025-01-07", 600), ("2025-02-01", 200)])
        #expect(both.usual.last == 400)
        let late = try spending([("2025-01-08", 600), ("2025-02-01", 200)])
        #expect(late.usual.last == 200)
    }

    @Test("have no usual course where the month before began late")
    func noUsual() throws {
        #expect(try spending([("2025-02-08", 600)]).usual == [])
        #expect(try spending([("2025-03-01", 600)]).usual == [])
        #expect(try spending([]).usual == [])
    }

    @Test(
        "of a month are in the currency's own unit",
        arguments: [("JPY", "¥1,290", 1_290), ("KWD", "1.290", 1_290), ("USD", "$12.90", 1_290)]
            as [(String, String, Int64)]
    )
    func units(code: String, text: String, minor: Int64) throws {
        let format = PageFormat(
            languages: nil,
            currency: try #require(Currency(code: code))
        )
        let spent = try spending([("2025-02-01", minor), ("2025-03-02", minor)])
        let totals = API.Insights.monthlySummary.answers.totals
        let chart = MonthCard(spent, totals, format).chart
        #expect(chart.spent.hasSuffix(text), "\(chart.spent)")
        #expect(chart.usual?.hasSuffix(text) == true)
        #expect(chart.label.contains("\(chart.spent); by this day usually \(chart.spent)."))
    }
}
