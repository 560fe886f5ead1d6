import Contract
import Kernel
import Testing

@testable import Web

@Suite("What is said of a purchase beside the decision")
struct BuyTemplateTests {
    private let format = PageFormat(languages: nil, currency: .usd)

    private let decision = API.Guardian.scoreTransaction.answers.decisionID

    private func score(
        _ pAvoid: Double,
        model pML: Double,
        reason: String = "Because."
    ) -> API.Guardian.ScoreResponse {
        AvoidableCardTests.score(pAvoid, model: pML, reason: reason)
    }

    private func assessment(
        limit: Int64?,
        spent: Int64 = 12_000,
        category: String = "fun"
    ) -> API.Guardian.Assessment {
        API.Guardian.Assessment(
            input: API.Guardian.AssessedPurchase(
                amountCents: 5_000,
                merchant: "Steam",
                category: category
            ),
            existingRule: limit.map { .init(category: category, monthlyLimitCents: $0) },
            metrics: API.Guardian.PurchaseMetrics(
                spentMTDCents: spent,
                spent7DCents: 0,
                count7D: 0,
                limitCents: limit,
                remainingCents: limit.map { max(0, $0 - spent) }
            ),
            assessment: API.Guardian.assessPurchase.answers.assessment
        )
    }

    private func left(
        _ assessment: API.Guardian.Assessment? = nil,
        wallet: Int64? = nil,
        safe: API.Insights.SafeToSpend? = nil
    ) -> LeftAfter? {
        LeftAfter(
            LeftAfter.Answers(
                minor: 5_000,
                hundredths: 5_000,
                assessment: assessment,
                wallet: wallet.map { DecimalAmount(minor: $0) },
                safe: safe
            ),
            format
        )
    }

    private func page(
        next: PurchaseAnswer.NextStep = .none,
        score: API.Guardian.ScoreResponse? = nil,
        card: PurchaseCard? = nil,
        left: LeftAfter? = nil,
        text: String = "a"
    ) -> BuyView {
        let answer = API.Guardian.authorizePurchase.answers
        let kind = ScoredKind(scored: "fun", decided: text)
        return BuyView(
            BuyView.Question(merchant: text, amount: "5", category: text),
            answer: PurchaseAnswer(
                answer,
                next: next,
                to: PurchaseAnswer.Way(from: answer, for: API.Allowance.currentMember.answers)
            ),
            score: score.map { BuyView.Score($0, kind: kind, key: "key") },
            card: card,
            left: left,
            waiting: [
                ApprovalView(
                    API.Guardian.listApprovals.answers[0],
                    askedBy: text,
                    isParent: true,
                    now: Self.now,
                    formToken: "token",
                    back: Frame.Place.buy.path,
                    format
                )
            ],
            purchases: purchases(text),
            currency: "USD",
            formToken: "token",
            format
        )
    }

    /// The cards for a purchase: a best one and the next, the best one alone, and none.
    private var cards: [PurchaseCard] {
        let named = API.Guardian.RecommendedCard(
            cardID: API.Rewards.recommendCard.answers.primaryRecommendation.cardID,
            cardName: "Gold",
            category: .groceries,
            multiplier: API.Rewards.Multiplier(minor: 400),
            pointType: .membershipRewards
        )
        return [
            PurchaseCard(named, API.Rewards.recommendCard.answers, isChild: false, format),
            PurchaseCard(named, nil, isChild: false, format),
            PurchaseCard(nil, nil, isChild: true, format),
        ]
    }

    /// A minute after the example's purchase was allowed.
    private static let now = Timestamp(seconds: 1_736_937_060)

    /// A purchase that is allowed once, one that waits and one that was refused.
    private func purchases(_ merchant: String) -> OwnPurchases {
        OwnPurchases(
            OwnPurchases.Answers(
                overrides: [allowed(merchant)],
                approvals: API.Guardian.listApprovals.answers + [refused],
                parents: [merchant, "Ben"]
            ),
            currency: .usd,
            now: Self.now,
            zone: .utc,
            format
        )
    }

    private func allowed(_ merchant: String, used: Bool = false) -> API.Guardian.OverrideRow {
        API.Guardian.OverrideRow(
            ts: GuardianTimestamp(Timestamp(seconds: 1_736_937_000)),
            merchant: merchant,
            amountCents: 2_999,
            used: used
        )
    }

    private var refused: API.Guardian.Approval {
        let asked = API.Guardian.listApprovals.answers[0]
        return API.Guardian.Approval(
            id: 2,
            userID: asked.userID,
            merchant: asked.merchant,
            amountCents: asked.amountCents,
            category: asked.category,
            reason: asked.reason,
            message: asked.message,
            state: .refused,
            createdAt: asked.createdAt,
            decidedAt: GuardianTimestamp(Self.now),
            decisionID: asked.decisionID
        )
    }

    private func override(_ text: String = "a") -> PurchaseAnswer.NextStep {
        .override(
            ActionForm(
                BuyView.allowPath,
                formToken: "token",
                hidden: ["merchant": text],
                button: "Yes",
                asking: ActionForm.Question("Allow", text)
            )
        )
    }

    @Test("has no word in its templates that the views do not have")
    func words() throws {
        var check = TemplateCheck()
        let safe = API.Insights.monthlySummary.answers.safeToSpend
        let lefts = [left(assessment(limit: 20_000), wallet: 100, safe: safe), left(), nil]
        let unlimited = left(assessment(limit: nil))
        for next in [override(), .asked("a"), .none] {
            for left in lefts + [unlimited] {
                for score in [score(0.9, model: 0.5), score(0.2, model: 0.4), nil] {
                    try check.check("buy", page(next: next, score: score, left: left))
                }
            }
        }
        for card in cards { try check.check("buy", page(card: card)) }
        #expect(check.unknown == [])
        for word in [
            "gauge: filled", "gauge: markStart", "gauge: limit", "buy: weight", "buy: direction",
            "buy: after", "buy: unlimited", "meter: width", "approval: back", "trace: asked",
            "trace: answerWay", "trace: decisions", "form: buttons", "buy: scoredAs",
            "buy: feedback", "buy: kinds", "buy: cardReason", "buy: nextBest", "buy: noCard",
            "buy: addCard",
        ] {
            #expect(check.known.contains(word), "\(word)")
        }
    }

    @Test("takes the reader's word of a score that is kept, and of no other")
    func feedback() throws {
        let html = Templates.html(page(score: score(0.5, model: 0.5), text: "Steam"))
        let id = try #require(decision).text
        for part in [
            "Is it worth it to you?", "name=\"decision\" value=\"\(id)\"",
            "name=\"worth\" value=\"yes\">Yes, worth it<",
            "name=\"worth\" value=\"no\">No, I can",
            "name=\"merchant\" value=\"Steam\"", "name=\"key\" value=\"key\"",
        ] { #expect(html.contains(part), "\(part)") }
        let answer = score(0.5, model: 0.5)
        let kept = API.Guardian.ScoreResponse(
            decision: answer.decision,
            pAvoid: answer.pAvoid,
            reason: answer.reason,
            debug: answer.debug,
            decisionID: nil
        )
        #expect(!Templates.html(page(score: kept)).contains("Is it worth it to you?"))
    }

    @Test("names the best card with what it earns, and the next one")
    func whichCard() throws {
        let both = Templates.html(page(card: cards[0]))
        for part in [
            "<strong>Amex Gold</strong> · 4 × Membership Rewards points", "Next best",
            "Citi Double Cash · 2 × ThankYou points", "Amex Gold offers 4x MR points on groceries",
            "is close to its limit for groceries", "All your cards",
        ] { #expect(both.contains(part), "\(part)") }
        let one = Templates.html(page(card: cards[1]))
        #expect(one.contains("<strong>Gold</strong> · 4 × Membership Rewards points"))
        #expect(!one.contains("Next best") && !one.contains("Look for a card"))
        let none = Templates.html(page(card: cards[2]))
        #expect(none.contains("No card is in use in your wallet. If you pay with a card, add it"))
        #expect(none.contains("<a href=\"/app/cards/add\">Look for a card</a>"))
        #expect(!none.contains("All your cards"))
    }

    @Test("suggests the kinds that are known")
    func suggestions() {
        let html = Templates.html(page())
        #expect(html.contains("list=\"kinds\"") && html.contains("<datalist id=\"kinds\">"))
        #expect(html.contains("<option value=\"Fast Food\"></option>"))
    }

    @Test("says what is left of the limit with the purchase, and that there is none")
    func limits() throws {
        let room = try #require(left(assessment(limit: 20_000))?.limit?.meter)
        #expect(room.sum == "$170.00 of $200.00" && room.meterTag?.word == "nearly used")
        #expect(room.sentence == "$30.00 left this month." && room.width == 85)
        let over = try #require(left(assessment(limit: 15_000))?.limit?.meter)
        #expect(over.meterTag?.word == "over" && over.sentence == "$20.00 over the limit.")
        #expect(over.width == 100)
        let blocked = try #require(left(assessment(limit: 0))?.limit?.meter)
        #expect(blocked.meterTag?.word == "blocked")
        let most = try #require(left(assessment(limit: 1, spent: .max))?.limit?.meter)
        #expect(most.meterTag?.word == "over")
        let none = try #require(left(assessment(limit: nil)))
        #expect(none.limit == nil && none.unlimited == "No limit is set for Fun.")
        let unknown = try #require(left(assessment(limit: nil, category: "uncategorized")))
        #expect(unknown.unlimited?.hasPrefix("Of what kind it is") == true)
        #expect(left() == nil)
    }

    @Test("says what is left of the money there is, and where it is too little")
    func money() throws {
        let enough = try #require(left(wallet: 5_000)?.sums.first)
        #expect(enough.after == "$0.00" && enough.before == "$50.00 now")
        #expect(enough.trouble == nil)
        let short = try #require(left(wallet: 4_999)?.sums.first)
        #expect(short.after == "\u{2212}$0.01" && short.trouble == "not enough")
        let least = try #require(left(wallet: .min)?.sums.first)
        #expect(least.trouble == "not enough")
    }

    @Test("tells what is allowed once for as long as it is, and leads to asking again")
    func allowing() throws {
        let until = { (seconds: Int64, used: Bool) in
            OwnPurchases(
                OwnPurchases.Answers(overrides: [allowed("Steam & Sons", used: used)]),
                currency: .usd,
                now: Timestamp(seconds: 1_736_937_000 + seconds),
                zone: .utc,
                format
            )
        }
        let fresh = until(299, false)
        let one = try #require(fresh.allowed.first)
        #expect(one.sentence == "$29.99 at Steam & Sons is allowed once: ask again now")
        #expect(one.until == "It is allowed until 10:35.")
        #expect(one.again == "/app/buy?merchant=Steam%20%26%20Sons&amount=29.99")
        #expect(fresh.ownSays == one.sentence)
        #expect(until(300, false).allowed.isEmpty && until(10, true).allowed.isEmpty)
        #expect(until(300, false).ownSays == nil)
    }

    @Test("tells a child how long ago it asked and who answers, and what was refused today")
    func asking() throws {
        let told = purchases("Ana").told.map { [$0.text, $0.askedAge ?? "", $0.rest ?? ""] }
        #expect(
            told == [
                ["Starbucks for $50.00: you asked", "1 minute ago", "Ana or Ben will answer."],
                ["Not this time: Starbucks for $50.00.", "", ""],
            ]
        )
    }

    @Test("tells a parent what came of its answer, also where somebody was faster")
    func answering() throws {
        let states: [(API.Guardian.Approval, API.Guardian.ApprovalDecision, String?)] = [
            (
                API.Guardian.decideApproval.answers, .approve,
                "Allowed once: Starbucks, $50.00. It counts for five minutes."
            ),
            (refused, .refuse, "Refused: Starbucks, $50.00"),
            (
                refused, .approve,
                "Somebody answered it before you, and refused it: Starbucks, $50.00"
            ),
            (API.Guardian.listApprovals.answers[0], .approve, nil),
        ]
        for (approval, decision, text) in states {
            #expect(Notice(approval, answered: decision, format)?.text == text)
        }
    }

    @Test("escapes what people wrote")
    func escaping() {
        let evil = #"<img src=x onerror="alert('1')">&"#
        let html = Templates.html(
            page(
                next: override(evil),
                score: score(0.5, model: 0.5, reason: evil),
                left: left(assessment(limit: nil, category: evil)),
                text: evil
            )
        )
        #expect(!html.contains("<img"))
        #expect(html.matches(of: /&lt;img src=x onerror=&quot;/).count >= 4)
    }
}
