import Kernel

extension ID where Entity == Kernel.Entity.Policy {
    /// The policy of the examples.
    static var example: Self { Self(.example(4)) }
}

extension ID where Entity == Kernel.Entity.Member {
    /// The parent of the examples.
    static var exampleParent: Self { Self(.example(1)) }
}

extension RawID {
    fileprivate static func example(_ number: UInt64) -> RawID {
        RawID(high: 0x0194_6A5C_F400_7000, low: 0x8000_0000_0000_0000 | number)
    }
}

extension API.Guardian.Condition {
    /// More than $20.00 a day.
    static var example: Self {
        let leaf: [JSON.Member] = [
            .init("window", .string("day")), .init("of", .string("purchases")),
            .init("more_than", .number("2000")),
        ]
        return Self(.object([.init("spent", .object(leaf))]))
    }
}

extension API.Guardian.PolicyInput {
    static var example: Self {
        Self(name: "Twenty a day", when: .example, then: .decline)
    }
}

extension API.Guardian.Policy {
    static func example(
        _ state: API.Guardian.PolicyState,
        pending: API.Guardian.PendingChange? = nil
    ) -> Self {
        Self(
            id: .example,
            terms: API.Guardian.PolicyTerms(name: "Twenty a day", when: .example, then: .decline),
            state: state,
            version: 12,
            createdBy: .exampleParent,
            createdAt: GuardianTimestamp(Timestamp(seconds: 1_740_830_400)),
            liveSince: state == .live ? GuardianTimestamp(Timestamp(seconds: 1_740_916_800)) : nil,
            pending: pending
        )
    }
}

extension API.Guardian.ShadowReport {
    static var example: Self {
        Self(
            since: GuardianTimestamp(Timestamp(seconds: 1_740_916_800)),
            decisions: 5,
            wouldDecline: 1,
            wouldAsk: 0,
            wouldWarn: 0,
            sumCents: 600,
            disagreements: 1,
            examples: [
                API.Guardian.ShadowExample(
                    decisionID: ID(.example(5)),
                    merchant: "Steam",
                    amountCents: 600,
                    decidedAt: GuardianTimestamp(Timestamp(seconds: 1_741_176_000)),
                    answer: .approve,
                    wouldBe: .decline
                )
            ]
        )
    }
}

extension API.Guardian.BacktestReport {
    static var example: Self {
        Self(
            purchases: 4,
            sumCents: 4_900,
            policies: [.example(alone: 2)],
            overridesUsed: 0,
            milliseconds: 3
        )
    }
}

extension API.Guardian.BacktestOutcome {
    fileprivate static func example(alone: Int) -> Self {
        Self(
            name: "Twenty a day",
            stopped: 2,
            asked: 0,
            warned: 0,
            stoppedCents: 3_100,
            byMonth: [
                API.Guardian.BacktestMonth(
                    month: WireMonth(CivilDay(dayNumber: 20_152).month),
                    stopped: 2,
                    stoppedCents: 3_100
                )
            ],
            byMerchant: [
                API.Guardian.BacktestMerchant(merchant: "Steam", purchases: 2, sumCents: 3_100)
            ],
            alone: alone,
            examples: [
                API.Guardian.BacktestExample(
                    id: ID(.example(6)),
                    merchant: "Steam",
                    amountCents: 2_500,
                    at: GuardianTimestamp(Timestamp(seconds: 1_741_262_400))
                )
            ]
        )
    }
}
