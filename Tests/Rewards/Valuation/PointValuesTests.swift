import Kernel
import Testing

@testable import Rewards

@Suite("What points are taken to be worth")
struct PointValuesTests {
    @Test("every program of the catalogue and every point type has a value, dated, with its source")
    func standard() {
        let programs = Set(CardCatalogue.standard.cards.map(\.program))
            .union(PointType.allCases.map(\.displayValue))
        #expect(Set(PointValues.programs) == programs)
        #expect(PointValues.standard.all.map(\.program) == PointValues.programs)
        for value in PointValues.standard.all {
            #expect((1...200).contains(value.hundredths), "\(value.program)")
            #expect(value.judgedOn == CivilDay("2026-11-20"))
            #expect(!value.source.isEmpty)
        }
        #expect(PointValues.standard["Cash Back"]?.hundredths == 100)
    }

    @Test("a member's own value wins, the last of two; one of no program is passed over")
    func own() {
        let own = ValueFixture.values([("MR", 120), ("Nonsense", 500), ("MR", 0)])
        #expect(own["MR"]?.hundredths == 0)
        #expect(own["MR"]?.source == "own")
        #expect(own["UR"] == PointValues.standard["UR"])
        #expect(own["Nonsense"] == nil)
        #expect(own["mr"] == nil)
        #expect(own.all.count == PointValues.programs.count)
    }
}
