import Testing

@testable import Guardian

@Suite("Whether other words may stand for ours")
struct PhrasingCheckTests {
    private static let text = """
        You have already spent $1,234.50 of your $2,000.00 monthly limit for ps5, and 25% of it \
        within the last 7 days.
        """

    @Test(
        "they may when every amount is there, however it is written, and no other figure",
        arguments: [
            text, "  \(text)\n", "$1,234.50 of $2,000.00 is gone.", "$1234.5 of $2000!",
            "$1,234.500 of 2000 dollars is gone.", "1234.50 USD, $2,000 (ps5, 25 percent).",
            "$2,000.00: $1,234.50, 25%, in 7 days.", "One should know: $2000, $1234.50.",
            "PS5: $1,234.50-$2,000.00.", "That second look: $1,234.50 of $2,000.00 🙂",
        ]
    )
    func accepted(words: String) {
        #expect(PhrasingCheck(Self.text).accepted(words) != nil)
    }

    @Test(
        "they may not with a figure that is not among the facts",
        arguments: [
            ("$5", "5"), ("$1,234", "1234"), ("$1,234.5k", "1,234.5k"), ("$1,23", "1,23"),
            ("1,234.50", "1234.5"), ("$7", "7"), ("25", "25"), ("7%", "7"), ("$25", "25"),
            ("ps6", "ps6"), ("7th", "7th"), ("٧", "٧"), ("７", "７"), ("½", "½"), ("²", "²"),
            ("seven days", "seven"), ("Twice that", "twice"), ("half", "half"),
            ("a hundred", "hundred"), ("1.2.3", "1.2.3"), ("$0", "0"), ("12,345", "12345"),
            ("$1,2345", "1,2345"), ("1e3", "1e3"), ("0x7", "0x7"), ("50 cents", "50"),
        ]
    )
    func invented(words: String, figure: String) {
        let words = "$1,234.50 of $2,000.00 is gone, and \(words)."
        #expect(PhrasingCheck(Self.text).check(words) == .failure(.inventedFigure(figure)))
    }

    @Test(
        "they may not without an amount",
        arguments: [
            ("Better not.", "1234.5"), ("$1,234.50 is a lot.", "2000"), ("$2,000.00!", "1234.5"),
        ]
    )
    func missing(words: String, figure: String) {
        #expect(PhrasingCheck(Self.text).check(words) == .failure(.missingFigure(figure)))
    }

    @Test("an amount of another currency counts as one")
    func euros() {
        let check = PhrasingCheck("80.00 EUR is more than 7 times 1.50 EUR.")
        #expect(check.accepted("80 EUR: that is a lot against 1.5 EUR.") != nil)
        #expect(check.check("Save your 80.00 EUR.") == .failure(.missingFigure("1.5")))
        #expect(check.check("Of 1.50 EUR usually?") == .failure(.missingFigure("80")))
        #expect(check.check("80.00 CHF, 1.50 EUR") == .failure(.inventedFigure("80")))
        #expect(check.check("$80.00, 1.50 EUR") == .failure(.inventedFigure("80")))
    }

    private static let plain = "Nothing speaks against it"

    @Test(
        "they may not when they are empty, too long, not plain or lead somewhere",
        arguments: [
            ("", .empty), (" \n\t", .empty), ("a\nb", .notPlain), ("a\u{0}b", .notPlain),
            ("a <b>b</b>", .notPlain), ("<think>a", .notPlain), ("a **b**", .notPlain),
            ("`a`", .notPlain), ("a\u{202E}b", .notPlain), ("a\u{200B}b", .notPlain),
            ("a\u{2028}b", .notPlain),
            ("see https://example.com", .link), ("WWW.example.com", .link),
            ("[here](example.com)", .link), ("mailto:a@example.com", .link),
            (String(repeating: "a", count: 601), .tooLong),
        ] as [(String, PhrasingCheck.Fault)]
    )
    func shape(words: String, fault: PhrasingCheck.Fault) {
        #expect(PhrasingCheck(Self.plain).check(words) == .failure(fault))
    }

    @Test("they may have 600 characters, and signs of any script")
    func bounds() {
        let check = PhrasingCheck(Self.plain)
        #expect(check.accepted(String(repeating: "é", count: 600)) != nil)
        #expect(check.accepted("Rien ne s'y oppose – 好!") != nil)
    }

    @Test("our own words always may")
    func own() {
        for minor: Int64 in [1, 999, 4_999, 1_234_567, 999_999_999_999] {
            for limit: Int64? in [nil, 0, 2_500, 987_654_321] {
                for days: Int? in [nil, 40] {
                    let facts = CoachFacts.test(
                        minor,
                        "7 seas",
                        at: "Bet",
                        limit: limit,
                        spent: 2_345,
                        week: (5_001, 3),
                        quarter: 5_001,
                        days: days
                    )
                    let text = facts.advise().explanation
                    #expect(PhrasingCheck(text).accepted(text) == text)
                }
            }
        }
    }
}
