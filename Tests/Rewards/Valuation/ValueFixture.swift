import Kernel

@testable import Rewards

/// Cards and purchases of few words.
enum ValueFixture {
    static let epoch = Timestamp(seconds: 0)

    static func day(_ text: String) -> CivilDay {
        CivilDay(text) ?? CivilDay(dayNumber: 0)
    }

    static func midnight(_ text: String, in zone: Zone = .utc) -> Timestamp {
        zone.start(of: day(text))
    }

    static func cardID(_ number: Int) -> ID<Entity.RewardCard> {
        ID(RawID(high: 1, low: UInt64(number)))
    }

    /// The number that an id was made of.
    static func number(of id: RawID) -> Int64 {
        Int64(id.text.suffix(12), radix: 16) ?? -1
    }

    static func row(
        _ category: RewardsCategory,
        _ hundredths: Int64,
        _ type: PointType = .cashBack,
        isActive: Bool = true
    ) -> RewardRow {
        RewardRow(
            id: ID(.zero),
            category: category,
            multiplier: Multiplier(hundredths: hundredths),
            pointType: type,
            isActive: isActive
        )
    }

    static func limit(
        _ category: RewardsCategory,
        _ cents: Int64,
        entered: Int64 = 0,
        posted: Int64 = 0,
        resets: String = "2026-01-01",
        _ type: ResetType = .annually,
        day: Int = 1,
        in zone: Zone = .utc
    ) -> SpendingLimit {
        SpendingLimit(
            id: ID(.zero),
            category: category,
            limitCents: cents,
            enteredCents: entered,
            postedCents: posted,
            resetDate: midnight(resets, in: zone),
            resetType: type,
            resetDay: day
        )
    }

    static func card(
        _ number: Int,
        _ name: String,
        _ rows: [RewardRow],
        bonus: QuarterlyBonus? = nil,
        limits: [SpendingLimit] = [],
        isActive: Bool = true,
        fee: Int? = nil,
        listedAs catalogueID: String? = nil
    ) -> RewardCard {
        RewardCard(
            id: cardID(number),
            name: name,
            type: .custom,
            rows: rows,
            bonus: bonus,
            limits: limits,
            isActive: isActive,
            source: catalogueID.map {
                CardSource(catalogueID: $0, address: "https://a.example", readOn: day("2026-07-25"))
            },
            foreignFeeBasisPoints: fee,
            createdAt: epoch,
            updatedAt: epoch
        )
    }

    static func purchase(
        _ number: Int,
        _ day: String,
        _ cents: Int64,
        _ category: RewardsCategory = .groceries,
        on card: Int?,
        isForeign: Bool = false
    ) -> PastPurchase {
        PastPurchase(
            id: ID(RawID(high: 2, low: UInt64(number))),
            day: self.day(day),
            amountCents: cents,
            category: category,
            cardID: card.map(cardID),
            isForeign: isForeign
        )
    }

    /// Values that a member chose.
    static func values(_ own: [(String, Int64)]) -> PointValues {
        PointValues(
            own: own.map { program, hundredths in
                PointValue(
                    program: program,
                    hundredths: hundredths,
                    judgedOn: day("2026-11-21"),
                    source: "own"
                )
            }
        )
    }
}
