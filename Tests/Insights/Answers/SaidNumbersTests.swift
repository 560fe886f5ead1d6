import Kernel
import Testing

@testable import Insights

@Suite("Which numbers a text says, and whether they were found")
struct SaidNumbersTests {
    private static let first = CivilDay(dayNumber: 20_209)
    private static let last = CivilDay(dayNumber: 20_239)

    private static func money(_ minor: Int64, _ currency: Currency = .usd) -> AnswerFigure.Value {
        .money(Money(minor: minor, currency: currency))
    }

    private static let figures = [
        AnswerFigure("Spending on Groceries", money(58_065), first: first, last: last),
        AnswerFigure("Transactions", .count(5), first: first, last: last),
        AnswerFigure("Share", .percent(basisPoints: 1_725)),
        AnswerFigure("Difference", money(-185_000)),
    ]

    private static let sources = [
        AnswerSource(
            id: ID(RawID(high: 1, low: 2)),
            day: first,
            merchant: "7-Eleven",
            category: "Groceries",
            cents: -14_235
        )
    ]

    private func unfounded(_ text: String, _ names: [String] = []) -> String? {
        SaidNumbers(text, names: names)
            .unfounded(figures: Self.figures, sources: Self.sources, currency: .usd)
    }

    @Test(
        "what was found may be written in many ways",
        arguments: [
            "You spent $580.65 on groceries in May 2025, in 5 transactions.",
            "580.65 USD (17.25%) from May 1 to May 31, 2025.", "580.650 dollars", "580.65",
            "1. Rent -$1,850.00\n2. Groceries $580.65", "1850 dollars", "five transactions",
            "2025-05-01..2025-05-31: $580.65", "In 2025-05 and 2025-Q2: 5.", "Since 2024: 5.",
            "19 May, May 19th, the 19th of May, 1–31 May, May 1-31 and Q1 2025", "142.35",
            "in the last 31 days", "between 1 and 31 May $580.65", "May 19: $142.35.",
            "17.25 percent",
            "Nothing at all.", "One should know.", "May 19, $580.65",
        ]
    )
    func found(text: String) {
        #expect(unfounded(text) == nil)
    }

    @Test(
        "what was not found is named, also where it looks like a date or the number of a line",
        arguments: [
            ("You spent $580.", "580"), ("about 600", "600"), ("six transactions", "6"),
            ("3. Rent $1,850.00", "3"), ("in May 20 purchases", "20"), ("May 500", "500"),
            ("May 6.00", "6"), ("$31 May", "31"), ("in 2025 transactions", "2025"),
            ("2025", "2025"), ("you have 2025 dollars", "2025"), ("in 2025.50", "2025.5"),
            ("in the last 30 days", "30"), ("$5", "5"), ("5%", "5"), ("580 transactions", "580"),
            ("€580.65", "580.65"), ("580.65 EUR", "580.65"), ("580,65", "580,65"), ("½", "½"),
            ("٥", "٥"), ("1.2k", "1.2k"), ("half", "half"), ("twice", "twice"), ("17", "17"),
            ("580.65.1", "580.65.1"), ("at 7-Eleven", "7"), ("142.35%", "142.35"),
        ]
    )
    func invented(text: String, number: String) {
        #expect(unfounded(text) == number)
    }

    @Test(
        "a name's own number is none, unless it could pass for an amount or is part of a word",
        arguments: [
            ("at 7-Eleven", "7-Eleven", nil), ("Studio 54, twice that", "Studio 54", "twice"),
            ("Studio 545", "Studio 54", "545"), ("Five Guys", "Five Guys", nil),
            ("Refund 99.00", "Refund 99.00", "99"), ("Get $900", "Get $900", "900"),
            ("at Studio 54%", "Studio 54", "54"), ("$7-Eleven", "7-Eleven", "7"),
            ("Code 12345", "Code 12345", "12345"), ("Seven", "Seven", "7"), ("77", "77", "77"),
        ] as [(String, String, String?)]
    )
    func names(text: String, name: String, number: String?) {
        #expect(unfounded(text, [name]) == number)
    }

    @Test("which figures and sources are said is known")
    func said() {
        let numbers = SaidNumbers("$580.65 in 5 transactions, $142.35 of it on May 19.")
        #expect(
            Self.figures.filter(numbers.say).map(\.label) == [
                "Spending on Groceries", "Transactions",
            ]
        )
        #expect(numbers.say(Self.sources[0], in: .usd))
        #expect(!SaidNumbers("$580.65").say(Self.sources[0], in: .usd))
    }

    @Test("amounts of currencies without decimals or with three are compared as they are")
    func currencies() throws {
        let yen = try #require(Currency(code: "JPY"))
        let dinar = try #require(Currency(code: "KWD"))
        let figures = [
            AnswerFigure("a", Self.money(1_500, yen)), AnswerFigure("b", Self.money(1_500, dinar)),
        ]
        let check = { (text: String) in
            SaidNumbers(text).unfounded(figures: figures, sources: [], currency: yen)
        }
        #expect(check("1,500 JPY and 1.500 KWD") == nil)
        #expect(check("1.5 JPY") == "1.5")
        #expect(check("1500 KWD") == "1500")
    }
}
