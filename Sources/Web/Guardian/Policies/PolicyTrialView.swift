import Contract
import Kernel

/// What a policy would have stopped, had it been live.
struct PolicyTrialView: PageView {
    static let template = "policy-trial"

    let title: String
    let span: String
    let sum: String
    let summary: String
    let details: [String]
    let isNothing: Bool
    /// Whether anything was bought in this time.
    let hasPurchases: Bool
    let months: Bars?
    let merchants: Bars
    let examples: [Entry]

    /// Shows a trial of one policy over some days.
    init?(
        _ report: API.Guardian.BacktestReport,
        of name: String,
        from: CivilDay,
        _ telling: PolicyTelling
    ) {
        guard let outcome = report.policies.first else { return nil }
        let format = telling.format
        let purchases = { (count: Int) in
            count == 1 ? "1 purchase" : "\(format.number(Int64(count))) purchases"
        }
        title = name.isEmpty ? "the new policy" : "“\(name)”"
        span = "\(format.shortDay(from)) to today, \(purchases(report.purchases))"
        sum = format.money(minor: outcome.stoppedCents)
        summary = "would not have been spent, in \(purchases(outcome.stopped))"
        let sentences: [(Int, String)] = [
            (outcome.asked, "of them a parent would have been asked about"),
            (outcome.stopped - outcome.alone, "of them another policy would have stopped too"),
            (outcome.warned, "more would have had a warning"),
            (report.overridesUsed, "that a parent had allowed would otherwise have been stopped"),
        ]
        details = sentences.filter { $0.0 > 0 }.map { count, words in
            "\(format.number(Int64(count))) \(words)"
        }
        hasPurchases = report.purchases > 0
        isNothing = outcome.byMerchant.isEmpty && outcome.stopped == 0 && outcome.warned == 0
        let stopped = outcome.byMonth.map {
            (format.month($0.month.month), $0.stopped, $0.stoppedCents)
        }
        months = stopped.isEmpty ? nil : Self.bars(stopped, format)
        merchants = Self.bars(
            outcome.byMerchant.map { ($0.merchant, $0.purchases, $0.sumCents) },
            format
        )
        examples = outcome.examples.map { example in
            Entry(
                example.merchant,
                .held(minor: example.amountCents, format),
                telling.moment(example.at)
            )
        }
    }

    private static func bars(
        _ rows: [(name: String, count: Int, cents: Int64)],
        _ format: PageFormat
    ) -> Bars {
        let sums = rows.map { name, count, cents in
            (name: "\(name) · \(format.number(Int64(count)))", minor: cents)
        }
        return Bars(minor: sums, format)
    }
}

/// What a policy in the shadow would have answered.
struct PolicyShadowView: PageView {
    static let template = "policy-shadow"

    let summary: String
    let sum: String
    let sentences: [String]
    let examples: Table
    let hasNone: Bool

    init(_ report: API.Guardian.ShadowReport, _ telling: PolicyTelling) {
        let format = telling.format
        let number = { (count: Int) in format.number(Int64(count)) }
        let matched = report.wouldDecline + report.wouldAsk + report.wouldWarn
        sum = format.money(minor: report.sumCents)
        summary =
            "It was true for \(number(matched)) of \(number(report.decisions)) "
            + "\(report.decisions == 1 ? "purchase" : "purchases") asked about since "
            + "\(telling.moment(report.since))."
        let counts: [(Int, String)] = [
            (report.wouldDecline, "it would have said no to"),
            (report.wouldAsk, "it would have asked a parent about"),
            (report.wouldWarn, "it would have warned about"),
            (report.disagreements, "answered otherwise than it would have"),
        ]
        sentences = counts.filter { $0.0 > 0 }.map { count, words in "\(number(count)) \(words)" }
        examples = Table(
            "Purchases it was true for",
            columns: ["Merchant", "When", "Answered", "It would say"],
            report.examples.map { example in
                let answers = [
                    example.answer == .approve ? "yes" : "no", example.wouldBe.shadowWord,
                ]
                return (
                    cells: [example.merchant, telling.moment(example.decidedAt)] + answers,
                    sum: format.money(minor: example.amountCents)
                )
            }
        )
        hasNone = matched == 0
    }
}

extension API.Guardian.PolicyAction {
    /// What the policy would have answered, in few words.
    fileprivate var shadowWord: String {
        switch self {
        case .decline: "no"
        case .ask: "ask a parent"
        case .warn: "yes, with a warning"
        }
    }
}
