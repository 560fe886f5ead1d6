import Banking
import Kernel
import Testing

@Suite("The words of a notification")
struct NotificationTextTests {
    private static let facts: [(NotificationFact, NotificationKind, String, String)] = {
        let day = CivilDay(dayNumber: 20_100)
        let daily = SpendingSummary.daily.period(day)
        let weekly = SpendingSummary.weekly.period(day)
        let food = NotificationFact.SummaryCategory(name: "Food and Drink", spent: cents(3_000))
        return [
            (
                .purchaseDeclined(
                    name: nil,
                    merchant: "Steam",
                    amount: cents(1_200),
                    why: "Games are used up."
                ),
                .purchaseDeclined, "Purchase declined",
                "Your purchase of $12.00 at Steam was declined. Games are used up."
            ),
            (
                .purchaseDeclined(name: "Mia", merchant: "Steam", amount: cents(1_200), why: nil),
                .purchaseDeclined, "Purchase declined",
                "Mia's purchase of $12.00 at Steam was declined."
            ),
            (
                .approvalWanted(name: "Mia", merchant: "Best Buy", amount: cents(123_456)),
                .approvalWanted, "Approval wanted", "Mia asks to spend $1,234.56 at Best Buy."
            ),
            (
                .budget(
                    .near,
                    name: nil,
                    category: "groceries",
                    spent: cents(8_000),
                    limit: cents(10_000)
                ),
                .budgetNear, "Budget at 80%",
                "You have spent $80.00 of $100.00 on groceries this month."
            ),
            (
                .budget(
                    .reached,
                    name: "Mia",
                    category: "fun",
                    spent: cents(10_500),
                    limit: cents(10_000)
                ),
                .budgetReached, "Budget used up",
                "Mia has spent $105.00 of $100.00 on fun this month."
            ),
            (
                .largeTransaction(name: nil, merchant: "IKEA", amount: cents(25_000)),
                .largeTransaction, "Large transaction", "You spent $250.00 at IKEA."
            ),
            (
                .largeTransaction(name: "Mia", merchant: nil, amount: cents(25_000)),
                .largeTransaction, "Large transaction", "Mia spent $250.00."
            ),
            (
                .lowBalance(account: "Checking", balance: cents(-300), threshold: cents(5_000)),
                .lowBalance, "Low balance", "Checking has -$3.00, which is below $50.00."
            ),
            (
                .summary(daily, spent: cents(4_200), count: 3, most: food),
                .dailySummary, "Yesterday's spending",
                "You spent $42.00 in 3 transactions, the most on Food and Drink: $30.00."
            ),
            (
                .summary(weekly, spent: cents(4_200), count: 1, most: nil),
                .weeklySummary, "Last week's spending", "You spent $42.00 in 1 transaction."
            ),
            (
                .summary(weekly, spent: cents(0), count: 0, most: nil),
                .weeklySummary, "Last week's spending", "You spent nothing."
            ),
            (
                .allowancePaid(name: nil, amount: cents(1_000)),
                .allowancePaid, "Allowance paid", "You were paid $10.00."
            ),
            (
                .allowancePaid(name: "Mia", amount: Money(minor: 1_000, currency: .yen)),
                .allowancePaid, "Allowance paid", "Mia was paid 1,000 JPY."
            ),
            (
                .syncBroken(institution: "First Bank", needsSignIn: true),
                .syncBroken, "Bank connection broken",
                "Sign in to First Bank again, so that new transactions arrive."
            ),
            (
                .syncBroken(institution: "First Bank", needsSignIn: false),
                .syncBroken, "Bank connection broken",
                "New transactions of First Bank do not arrive at the moment."
            ),
            (
                .cardLimit(
                    isReached: false,
                    card: "Amex Gold",
                    category: "Groceries",
                    spent: cents(85_000),
                    limit: cents(100_000)
                ),
                .cardLimitNear, "Card limit nearly used up",
                "$850.00 of $1,000.00 are spent on Groceries with Amex Gold."
            ),
            (
                .cardLimit(
                    isReached: true,
                    card: "Amex Gold",
                    category: "Gas",
                    spent: cents(100_000),
                    limit: cents(100_000)
                ),
                .cardLimitReached, "Card limit used up",
                "$1,000.00 of $1,000.00 are spent on Gas with Amex Gold."
            ),
            (
                .policyWaiting(name: "Ann", policy: "Games", hours: 24), .policyWaiting,
                "Looser policy wanted",
                """
                Ann wants to loosen Games. It takes effect in 24 hours, unless another parent \
                stops it.
                """
            ),
            (
                .frictionWaiting(name: "Ann", lessHours: 0, hours: 1), .policyWaiting,
                "Looser policy wanted",
                """
                Ann wants looser policies to wait 0 hours. It takes effect in 1 hour, unless \
                another parent stops it.
                """
            ),
            (
                .policySettled(policy: "Games", isGivenUp: false), .policySettled,
                "Policy loosened", "A change of Games took effect."
            ),
            (
                .policySettled(policy: nil, isGivenUp: true), .policySettled,
                "Policy stays as it is",
                "A change of how long looser policies wait was given up."
            ),
            (
                .policyLive(policy: "Games"), .policyLive, "New policy",
                "Games decides about your purchases from now on."
            ),
            (.test, .test, "Test notification", "Notifications arrive on this device."),
        ]
    }()

    @Test("are plain sentences with the amounts as money")
    func sentences() {
        for (fact, kind, title, body) in Self.facts {
            #expect(fact.kind == kind)
            #expect(fact.text.title == title)
            #expect(fact.text.body == body)
        }
        #expect(Set(Self.facts.map(\.1)) == Set(NotificationKind.allCases))
    }

    @Test(
        "show a name that somebody made up on one line, from left to right, and not at length",
        arguments: [
            ("  Corner \t Shop \n", "Corner Shop"), ("A\u{0}B\u{7}C\r\nD", "A B C D"),
            ("A\u{2028}B\u{2029}C\u{85}D", "A B C D"), ("", "a merchant"),
            (" \n\u{200B}\u{FEFF}\u{200D}", "a merchant"),
            ("pay\u{202E}moc.live\u{202C}", "paymoc.live"), ("\u{2066}A\u{2069}\u{200F}", "A"),
            ("Café 家族 👨\u{200D}👩\u{200D}👧", "Café 家族 👨\u{200D}👩\u{200D}👧"),
            (String(repeating: "x", count: 59), String(repeating: "x", count: 59)),
            (String(repeating: "x", count: 60), String(repeating: "x", count: 59) + "…"),
            (String(repeating: "ab ", count: 100), String(repeating: "ab ", count: 19) + "ab…"),
            (
                "e" + String(repeating: "\u{301}", count: 100),
                "e" + String(repeating: "\u{301}", count: 58) + "…"
            ),
        ] as [(String, String)]
    )
    func names(given: String, shown: String) {
        let fact = NotificationFact.approvalWanted(name: "Mia", merchant: given, amount: cents(1))
        let body = "Mia asks to spend $0.01 at \(shown)."
        #expect(fact.text.body.unicodeScalars.elementsEqual(body.unicodeScalars))
    }

    @Test("of every kind are short, whatever the names are")
    func short() {
        let long = String(repeating: "界", count: 100_000)
        let most = Money(minor: .max, currency: .usd)
        let food = NotificationFact.SummaryCategory(name: long, spent: most)
        let period = SpendingSummary.weekly.period(CivilDay(dayNumber: 0))
        let facts: [NotificationFact] = [
            .purchaseDeclined(name: long, merchant: long, amount: most, why: nil),
            .approvalWanted(name: long, merchant: long, amount: most),
            .budget(.near, name: long, category: long, spent: most, limit: most),
            .largeTransaction(name: long, merchant: long, amount: most),
            .lowBalance(account: long, balance: most, threshold: most),
            .summary(period, spent: most, count: .max, most: food),
            .allowancePaid(name: long, amount: most),
            .syncBroken(institution: long, needsSignIn: true),
            .cardLimit(isReached: true, card: long, category: long, spent: most, limit: most),
        ]
        for fact in facts {
            #expect(fact.text.body.unicodeScalars.count < 250)
        }
    }
}

extension SpendingSummary {
    /// The period of the summary that is due in the morning after a day.
    fileprivate func period(_ day: CivilDay) -> Period {
        let monday = day.adding(days: 7 - day.weekday)
        let now = Timestamp(seconds: Int64(monday.dayNumber) * 86_400 + 40_000)
        guard let period = due(after: now.adding(seconds: -86_400), through: now, in: .utc) else {
            preconditionFailure("a summary is due on a Monday")
        }
        return period
    }
}

extension Currency {
    fileprivate static let yen = Currency(code: "JPY") ?? .usd
}
