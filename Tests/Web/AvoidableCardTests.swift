import Contract
import Kernel
import Testing

@testable import Web

@Suite("How avoidable a purchase looks")
struct AvoidableCardTests {
    private let format = PageFormat(languages: nil, currency: .usd)

    static func score(
        _ pAvoid: Double,
        model pML: Double,
        from threshold: Double = 0.4,
        ratio: Double = 0.75,
        reason: String = "Because."
    ) -> API.Guardian.ScoreResponse {
        API.Guardian.ScoreResponse(
            decision: pAvoid >= threshold ? .block : .allow,
            pAvoid: pAvoid,
            reason: reason,
            debug: API.Guardian.ScoreResponse.Debug(
                pML: pML,
                overBudgetRatio: ratio,
                threshold: threshold,
                spendBefore: 10_000,
                spendAfter: 15_000
            ),
            decisionID: API.Guardian.scoreTransaction.answers.decisionID
        )
    }

    @Test(
        "says how high the figure stands by a word, a shape and its place at the mark",
        arguments: [
            (0.0, 0.4, "low", "check", 0, 39), (0.1999, 0.4, "low", "check", 19, 39),
            (0.2, 0.4, "medium", "alert", 20, 39), (0.3999, 0.4, "medium", "alert", 39, 39),
            (0.4, 0.4, "high", "cross", 40, 39), (0.5999, 0.6, "medium", "alert", 59, 59),
            (0.75, 0.75, "high", "cross", 75, 74), (0.99, 0.75, "high", "cross", 99, 74),
            (1, 0.6, "high", "cross", 100, 59),
        ] as [(Double, Double, String, String, Int, Int)]
    )
    func levels(
        pAvoid: Double,
        threshold: Double,
        word: String,
        icon: String,
        filled: Int,
        mark: Int
    ) {
        let card = AvoidableCard(Self.score(pAvoid, model: pAvoid, from: threshold), format)
        let gauge = card.gauge
        #expect(gauge.word == word && gauge.icon.hasSuffix("#\(icon)"))
        #expect(gauge.filled == filled && gauge.markStart == mark)
        #expect(gauge.figure == "\(filled) %")
        let html = Templates.html(gauge)
        #expect(html.contains("stroke-dasharray=\"\(filled) 100\""))
        #expect(html.contains("stroke-dasharray=\"0 \(mark) 2 100\""))
        #expect(
            html.contains("role=\"img\" aria-label=\"How avoidable it looks: \(filled) %, which")
        )
        #expect(html.contains("</svg>\(word)</span>") && !html.contains("style="))
    }

    @Test("draws nothing outside of the gauge")
    func bounds() {
        for (percent, mark, filled, start) in [
            (-5, -1, 0, 0), (250, 100, 100, 98), (50, 1, 50, 0),
        ] as [(Int64, Int64, Int, Int)] {
            let gauge = Gauge("It", percent: percent, mark: mark, "it is", level: .low, format)
            #expect(gauge.filled == filled && gauge.markStart == start, "\(percent)")
        }
    }

    @Test("names what raises the figure, what lowers it, and what changes nothing")
    func factors() {
        let factors = { (score: API.Guardian.ScoreResponse) in
            AvoidableCard(score, format).factors.map { "\($0.name), \($0.direction): \($0.weight)" }
        }
        let own = "Such a purchase by itself, raises it"
        let over = Self.score(0.95, model: 0.65, ratio: 1.5)
        #expect(
            factors(over) == ["\(own): +65 points", "The month's budget, raises it: +30 points"]
        )
        #expect(AvoidableCard(over, format).factors[1].text.hasSuffix("150 % of their budget."))
        #expect(
            factors(Self.score(0.335, model: 0.67)) == [
                "\(own): +67 points", "Needed, lowers it: \u{2212}34 points",
                "The month's budget, changes nothing: 0 points",
            ]
        )
        #expect(
            factors(Self.score(0.01, model: 0.01)) == [
                "\(own): +1 point", "The month's budget, changes nothing: 0 points",
            ]
        )
        let least = Self.score(0.002, model: 0.004)
        #expect(factors(least)[1] == "Needed, lowers it: less than 1 point")
        // Without a budget, or with one that nothing can be held against, no share is said.
        for ratio in [0, 1e300] {
            let score = Self.score(0.1, model: 0.1, ratio: ratio)
            let text = AvoidableCard(score, format).factors[1].text
            #expect(text == "With it, $150.00 is spent on such things this month.")
        }
    }

    @Test("names what the figure is made of as far as it is told")
    func told() {
        let card = AvoidableCard(Self.score(0.5, model: 0.5), format)
        #expect(
            card.factors[0].text == """
                By its kind, amount, hour and weekday, by your spending profile, and by what you \
                said of earlier ones. What each of them adds is not told.
                """
        )
    }

    @Test(
        "says of which kind a purchase was scored, and where that is another one",
        arguments: [
            ("fast_food", "fast_food", "It is scored as Fast Food."),
            (
                "fast_food", "fun",
                "It is scored as Fast Food, which the merchant tells; decided was about Fun."
            ),
            (
                "uncategorized", "uncategorized",
                "Of what kind it is nobody knows; it is scored as Online Shopping."
            ),
            (
                "uncategorized", "books",
                """
                It is scored as Online Shopping, because a score knows no Books; that is what was \
                decided about.
                """
            ),
        ]
    )
    func kinds(scored: String, decided: String, sentence: String) {
        let kind = ScoredKind(scored: scored, decided: decided)
        #expect(kind.sentence == sentence)
        #expect(AvoidableCard(Self.score(0.1, model: 0.1), kind: kind, format).scoredAs == sentence)
    }
}
