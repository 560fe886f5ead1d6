import Contract
import Kernel
import Testing

@testable import Web

@Suite("How far a limit is used")
struct LimitLevelTests {
    @Test(
        "is said by a word and a shape: under 70 per cent, up to 90, and above",
        arguments: [
            (0, 10_000, "on course", "check", 0), (6_999, 10_000, "on course", "check", 69),
            (7_000, 10_000, "nearly used", "alert", 70),
            (9_000, 10_000, "nearly used", "alert", 90),
            (9_001, 10_000, "almost gone", "alert", 90),
            (10_000, 10_000, "almost gone", "alert", 100),
            (10_001, 10_000, "over", "cross", 100), (50_000, 10_000, "over", "cross", 100),
            (0, 0, "blocked", "cross", 100), (300, 0, "blocked", "cross", 100),
        ] as [(Int64, Int64, String, String, Int)]
    )
    func levels(spent: Int64, limit: Int64, word: String, icon: String, width: Int) {
        let view = LimitView(
            API.Guardian.RuleProgress(
                category: "fast_food",
                limitCents: limit,
                spentMTDCents: spent,
                remainingCents: limit == 0 ? nil : max(0, limit - spent),
                utilization: limit == 0 ? nil : Ratio(spent, of: limit)
            ),
            of: nil,
            PageFormat(languages: nil, currency: .usd)
        )
        #expect(view.meter.meterTag?.word == word)
        #expect(view.meter.meterTag?.tagIcon?.hasSuffix("#\(icon)") == true)
        #expect(view.meter.meterTag?.kind == view.meter.kind)
        #expect(view.meter.width == width)
        #expect(view.meter.name == "Fast Food")
    }

    @Test("is told with what is left, or what is too much")
    func sentences() {
        let left = { (spent: Int64, limit: Int64) in
            LimitView(
                API.Guardian.RuleProgress(
                    category: "lego",
                    limitCents: limit,
                    spentMTDCents: spent,
                    remainingCents: nil,
                    utilization: nil
                ),
                of: nil,
                PageFormat(languages: nil, currency: .usd)
            ).meter.sentence
        }
        #expect(left(8_600, 10_000) == "$14.00 left this month.")
        #expect(left(11_835, 10_000) == "$18.35 over the limit.")
        #expect(left(0, 0) == "Nothing may be bought here.")
        #expect(CategoryName.text("lego") == "Lego")
        #expect(CategoryName.text("") == "")
    }
}
