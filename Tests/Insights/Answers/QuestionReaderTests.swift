import Catalogue
import Kernel
import Testing

@testable import Insights

@Suite("Reading a question")
struct QuestionReaderTests {
    private let reader = QuestionReader(today: AnalysisSample.today, currency: .usd)

    private func question(
        _ text: String,
        onto last: LedgerQuestion? = nil
    ) throws -> LedgerQuestion {
        guard case .question(let question) = reader.read(text, onto: last) else {
            throw NoQuestion(text: text)
        }
        return question
    }

    private struct NoQuestion: Error {
        let text: String
    }

    @Test(
        "finds its days",
        arguments: [
            ("today", "2025-06-10", "2025-06-10"),
            ("yesterday", "2025-06-09", "2025-06-09"),
            ("this week", "2025-06-09", "2025-06-15"),
            ("last week", "2025-06-02", "2025-06-08"),
            ("this month", "2025-06-01", "2025-06-30"),
            ("in the previous month", "2025-05-01", "2025-05-31"),
            ("last year", "2024-01-01", "2024-12-31"),
            ("in the last 30 days", "2025-05-12", "2025-06-10"),
            ("the past three months", "2025-03-01", "2025-05-31"),
            ("last 2 weeks", "2025-05-28", "2025-06-10"),
            ("in June", "2025-06-01", "2025-06-30"),
            ("in July", "2024-07-01", "2024-07-31"),
            ("in sept 2023", "2023-09-01", "2023-09-30"),
            ("in 2024-02", "2024-02-01", "2024-02-29"),
            ("on 2025-05-13", "2025-05-13", "2025-05-13"),
            ("on the 5th of June", "2025-06-05", "2025-06-05"),
            ("on June 11", "2024-06-11", "2024-06-11"),
            ("on February 29", "2024-02-29", "2024-02-29"),
            ("between May 1 and May 15", "2025-05-01", "2025-05-15"),
            ("from april to may", "2025-04-01", "2025-05-31"),
            ("since June 5", "2025-06-05", "2025-06-10"),
            ("in 2024", "2024-01-01", "2024-12-31"),
            ("on Friday", "2025-06-06", "2025-06-06"),
            ("last Tuesday", "2025-06-03", "2025-06-03"),
        ]
    )
    func periods(text: String, first: String, last: String) throws {
        let period = try question("How much did I spend \(text)?").period
        #expect(period?.lowerBound.text == first)
        #expect(period?.upperBound.text == last)
    }

    @Test(
        "finds no days where they cannot be told",
        arguments: [
            "last summer", "on June 31", "before May", "in Q1", "over the weekend", "next month",
            "in April and June",
        ]
    )
    func noPeriods(text: String) throws {
        let asked = "What was my income \(text)?"
        let reading = try Answerer.sample.reading(of: asked, from: RowLedger.demo)
        guard case .question(let found) = reading else { return }
        Issue.record("\(found)")
    }

    @Test(
        "finds its amounts, of which `over` and `under` leave out the amount itself",
        arguments: [
            ("over $100", 10_001, nil), ("more than 1,000 dollars", 100_001, nil),
            ("at least 50", 5_000, nil), ("under 20 bucks", nil, 1_999),
            ("less than $9.50", nil, 949), ("between 50 and 100", 5_000, 10_000),
            ("of $15.99", 1_599, 1_599), ("above 1k", 100_001, nil), ("up to 30", nil, 3_000),
        ] as [(String, Int64?, Int64?)]
    )
    func amounts(text: String, least: Int64?, most: Int64?) throws {
        let found = try question("How much did I spend on purchases \(text) last month?")
        #expect(found.leastMinor == least)
        #expect(found.mostMinor == most)
        #expect(found.period?.lowerBound.text == "2025-05-01")
    }

    @Test(
        "knows who asks for what is safe to spend",
        arguments: ["How much can I safely spend?", "what's safe?", "Can I afford it?"]
    )
    func safe(text: String) throws {
        let question = try question(text)
        #expect(question.kind == .safe)
        #expect(question.names.isEmpty)
    }

    @Test("takes from the question before it what it does not say, and no more")
    func onto() throws {
        let first = try question("How much did I spend on groceries last month?")
        let april = try question("And in April?", onto: first)
        #expect(april.period?.lowerBound.text == "2025-04-01")
        #expect(april.categories == first.categories)
        let dining = try question("and dining?", onto: april)
        #expect(dining.period == april.period)
        #expect(dining.categories.map(\.label) == ["Dining"])
        let shop = try question("and at Trader Joe's?", onto: dining)
        #expect(shop.categories.isEmpty && shop.names.map(\.words) == [["trader", "joes"]])
        let income = try question("What was my income?", onto: dining)
        #expect(income.kind == .income && income.period == nil && income.categories.isEmpty)
        let times = try question("and how many times?", onto: first)
        #expect(times.kind == .count && times.period == first.period)
    }

    @Test(
        "tells why nothing is answered",
        arguments: [
            ("Delete my transactions", QuestionReading.Refusal.action),
            ("please transfer 50 to savings", .action),
            ("What will I spend tomorrow?", .future),
            ("How much will I spend next month?", .future),
            ("What did my husband spend?", .others),
            ("How much did I spend without groceries?", .unclear),
            ("", .unclear), ("42", .unclear), ("\u{0}\u{301}\u{301}", .unclear),
        ]
    )
    func refusals(text: String, refusal: QuestionReading.Refusal) {
        #expect(reader.read(text) == .refused(refusal))
    }

    @Test("is not slowed by long and hostile texts")
    func hostile() {
        for text in [
            String(repeating: "spend ", count: 600), String(repeating: "9", count: 4_000),
            String(repeating: "\u{301}", count: 4_000), String(repeating: "a", count: 4_000),
            String(repeating: "between 1 and ", count: 280),
        ] {
            if case .question(let question) = reader.read(text) {
                #expect(question.names.allSatisfy { !$0.isCertain }, "\(text.prefix(20))")
            }
        }
    }

    @Test("knows categories by what people call them")
    func categories() throws {
        for (text, label) in [
            ("eating out", "Dining"), ("gas", "Gas"), ("rent", "Rent"), ("food", "Food"),
            ("TRAVEL", "Travel"), ("video games", "Games"), ("Café", "Coffee"),
        ] {
            let found = try question("how much did I spend on \(text) in may")
            #expect(found.categories.map(\.label) == [label])
            #expect(found.names.isEmpty)
        }
    }
}
