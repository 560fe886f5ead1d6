import Kernel

/// A card of the wallet, ready to value purchases: its terms by category.
struct CardTerms: Sendable {
    /// The terms, by the places of the categories; see ``place(of:)``.
    let categories: [CategoryTerms]
    /// The fee abroad, in hundredths of a per cent; 0 where it is not known.
    let feeBasisPoints: Int64

    init(_ card: RewardCard, _ values: PointValues) {
        let reader = TermsReader(card: card, values: values)
        categories = RewardsCategory.allCases.map(reader.terms)
        feeBasisPoints = Int64(max(0, card.foreignFeeBasisPoints ?? 0))
    }

    /// How many categories there are.
    static let categoryCount = RewardsCategory.allCases.count

    /// The place of a category's terms.
    static func place(of category: RewardsCategory) -> Int {
        places[category] ?? 0
    }

    private static let places = Dictionary(
        uniqueKeysWithValues: RewardsCategory.allCases.enumerated().map { ($1, $0) }
    )
}

/// Reads a card's terms by the contract's chain of categories (rewards.md, section 4).
private struct TermsReader {
    let card: RewardCard
    let values: PointValues

    func terms(of category: RewardsCategory) -> CategoryTerms {
        let base = category.chain.lazy.compactMap(row).first
        let limit = place(ofLimitOn: base?.category) ?? place(ofLimitOn: category)
        let rate = base.map(worth) ?? worth(.one, firstType)
        let multiplier = base?.multiplier ?? .one
        let bonus = card.bonus.flatMap { $0.covers(category) ? $0 : nil }
        return CategoryTerms(
            rate: rate,
            aboveLimit: aboveLimit(limit),
            bonus: bonus.map { $0.multiplier > multiplier ? worth($0.multiplier, $0.pointType) : 0 }
                ?? 0,
            limit: limit ?? -1,
            filled: category.chain.lazy.compactMap { place(ofLimitOn: $0) }.first ?? -1,
            fillsBonus: bonus != nil
        )
    }

    /// The active row of a category that earns most.
    private func row(of category: RewardsCategory) -> RewardRow? {
        card.rows.lazy
            .filter { $0.isActive && $0.category == category }
            .reduce(nil as RewardRow?) { best, row in
                best.map { $0.multiplier >= row.multiplier } ?? false ? best : row
            }
    }

    private func place(ofLimitOn category: RewardsCategory?) -> Int? {
        card.limits.firstIndex { $0.category == category }
    }

    /// What is earned above a limit: the general rate; one for one when that is what is limited.
    private func aboveLimit(_ limit: Int?) -> Int64 {
        let isGeneral = limit.map { card.limits[$0].category == .general } ?? false
        let general = isGeneral ? nil : row(of: .general)
        return general.map(worth) ?? worth(.one, firstType)
    }

    private var firstType: PointType { card.rows.first?.pointType ?? .membershipRewards }

    private func worth(_ row: RewardRow) -> Int64 { worth(row.multiplier, row.pointType) }

    /// A product that does not fit is the largest that does; no real rate comes near.
    private func worth(_ multiplier: Multiplier, _ type: PointType) -> Int64 {
        let value = values.hundredths(of: type, on: card)
        let (worth, isTooLarge) = multiplier.hundredths.multipliedReportingOverflow(by: value)
        return isTooLarge ? .max : worth
    }
}
