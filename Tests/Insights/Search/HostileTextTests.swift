import Kernel
import Testing

@testable import Insights

/// Texts that nobody writes by accident, as queries and as what transactions say.
@Suite("Hostile texts")
struct HostileTextTests {
    static let texts = [
        String(repeating: "a\u{301}\u{316}", count: 3_500),
        String(repeating: "\u{301}", count: 10_000),
        String(repeating: "😀", count: 10_000), String(repeating: "👩‍👩‍👧", count: 2_000),
        String(repeating: "1 ", count: 5_000), String(repeating: "&a", count: 5_000),
        String(repeating: "abcdefghijklmnopqrstuvwxyzabcdefghijklmn ", count: 250),
        String(repeating: "אבג ", count: 2_500), String(repeating: "a", count: 10_000),
        String(repeating: "zqxjk ", count: 1_666), String(repeating: "1-", count: 5_000),
        String(repeating: "((((+1", count: 1_666), String(repeating: "1 a ", count: 2_500),
        String(repeating: "the of and ", count: 900), "\u{202E}\u{2066}desrever", "\u{0}\u{FFFD}",
        "'; DROP TABLE transfers; --", "%_\\", "a\u{200D}b", "\r\n\t",
    ]

    @Test("are searched for and found, within the test's time", .timeLimit(.minutes(1)))
    func searched() {
        var household = Household.ofTwo
        for text in Self.texts { household.add(merchant: text, text, category: text, notes: text) }
        for text in Self.texts {
            let filter = SearchFilter(categories: [text], merchant: text)
            for hit in household.hits(text) + household.hits(text, filter) {
                #expect((0...1_000).contains(hit.thousandths))
                #expect(!hit.reasons.isEmpty)
            }
        }
    }

    @Test("find the transaction that says just that", .timeLimit(.minutes(1)))
    func found() {
        for text in Self.texts {
            var household = Household()
            household.add("rent")
            household.add(text)
            guard household.texts.query(text) != .everything else { continue }
            #expect(household.places(text).first == 1, "\(text.prefix(20))")
        }
    }

    @Test("are masked and given codes", .timeLimit(.minutes(1)))
    func shown() {
        let id = ID<Entity.Entry>(RawID.zero)
        let rows = Self.texts.map { text in
            SearchTable.Row(
                id: id,
                day: CivilDay(dayNumber: 0),
                merchant: text,
                cents: .min,
                category: text
            )
        }
        let table = SearchTable(rows)
        #expect(table.csv.split(separator: "\n").count == Self.texts.count)
        for text in Self.texts {
            // A mask may be longer than what it hides, by a character at most for each.
            #expect(MaskedText.masked(text).unicodeScalars.count <= text.unicodeScalars.count)
        }
    }

    @Test("that repeat themselves are looked for in a time that grows with the length alone")
    func patterns() {
        let text = String(repeating: "a", count: 200_000)
        let pattern = TextPattern(String(repeating: "a", count: 500) + "b")
        #expect(!pattern.isIn(text))
        #expect(pattern.isIn(text + "B"))
        #expect(TextPattern("aab").isIn("aaab"))
        #expect(TextPattern("ÀB").isIn("xàby"))
        #expect(!TextPattern("abc").isIn("ab"))
        #expect(TextPattern("").isIn(""))
    }
}
