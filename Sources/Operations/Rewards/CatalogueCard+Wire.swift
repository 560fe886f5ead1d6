import Contract
import Kernel
import Rewards

extension API.Rewards.CatalogueCard {
    /// A card of the catalogue as answers have it.
    init(_ card: CatalogueCard) {
        self.init(
            id: card.id,
            name: card.name,
            issuer: card.issuer,
            network: .init(card.network),
            annualFee: DecimalAmount(minor: card.annualFeeCents),
            foreignFeePercent: card.foreignFeeBasisPoints.map { DecimalAmount(minor: Int64($0)) },
            program: card.program,
            pointType: .init(card.pointType),
            cardType: .init(card.type),
            baseMultiplier: DecimalAmount(minor: Int64(card.baseRate)),
            rates: card.rates.map { .init($0) },
            remarks: card.remarks,
            url: card.sourceURL,
            readOn: WireDay(card.readOn)
        )
    }
}

extension API.Rewards.CatalogueRate {
    fileprivate init(_ rate: CatalogueRate) {
        self.init(
            label: rate.label,
            category: rate.matchedCategory.map { .init($0) },
            multiplier: DecimalAmount(minor: Int64(rate.rate)),
            cap: rate.cap.map { DecimalAmount(minor: $0.limitCents) },
            capPeriod: rate.cap.map { .init($0.period) },
            note: rate.note.isEmpty ? nil : rate.note
        )
    }
}

extension API.Rewards.CardNetwork {
    fileprivate init(_ network: CatalogueCard.Network) {
        switch network {
        case .visa: self = .visa
        case .mastercard: self = .mastercard
        case .amex: self = .amex
        case .discover: self = .discover
        case .other: self = .other
        }
    }
}

extension API.Rewards.CapPeriod {
    fileprivate init(_ period: CatalogueRate.CapPeriod) {
        switch period {
        case .month: self = .month
        case .quarter: self = .quarter
        case .calendarYear: self = .calendarYear
        case .anniversaryYear: self = .anniversaryYear
        }
    }
}
