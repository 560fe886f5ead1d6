import Kernel
import SQL
import Store
import Testbed
import Testing

@Suite("Highlights of months that are stored")
struct HighlightsTests {
    private static func highlight(
        _ month: CivilMonth,
        _ title: String = "Title",
        _ recommendations: [String] = ["One.", "Two."]
    ) -> StoredHighlight {
        StoredHighlight(
            month: month,
            fingerprint: String(repeating: "0", count: 64),
            title: title,
            summary: "Summary",
            sentiment: "POSITIVE",
            recommendations: recommendations
        )
    }

    @Test("are a member's latest months, and of each month the last", arguments: Engine.all)
    func latest(engine: Engine) async throws {
        let first = try #require(CivilMonth("1999-11"))
        try await withSeed(engine) { database, seed in
            try await database.write { session in
                let most = Limits.highlightsPerMember
                let save = { (stored: StoredHighlight) in
                    try Highlights.save(stored, of: seed.parent, now: Seed.now, in: session)
                }
                let find = { (number: Int) in
                    try Highlights.find(first.adding(months: number), of: seed.parent, in: session)
                }
                #expect(try Highlights.latest(of: seed.parent, in: session) == nil)
                for number in (0..<most).reversed() {
                    try save(Self.highlight(first.adding(months: number)))
                }
                #expect(try find(0) == Self.highlight(first))
                // One month more, and the earliest is forgotten; so is one that is earlier still.
                try save(Self.highlight(first.adding(months: most), "Newest", []))
                #expect(try find(0) == nil && find(1) != nil)
                try save(Self.highlight(first))
                #expect(try find(0) == nil)
                let newest = try Highlights.latest(of: seed.parent, in: session)
                #expect(newest == Self.highlight(first.adding(months: most), "Newest", []))
                try save(Self.highlight(first.adding(months: 1), "Again"))
                #expect(try find(1)?.title == "Again" && find(2)?.title == "Title")
                #expect(try Highlights.latest(of: seed.child, in: session) == nil)
                try Highlights.removeAll(of: seed.child, in: session)
                #expect(try find(1) != nil)
                try Highlights.removeAll(of: seed.parent, in: session)
                #expect(try Highlights.latest(of: seed.parent, in: session) == nil)
            }
        }
    }
}
