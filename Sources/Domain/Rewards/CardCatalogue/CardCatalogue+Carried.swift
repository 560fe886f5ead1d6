import CData
import Foundation
import Kernel

extension CardCatalogue {
    /// The text of `data/reward_cards.json`.
    static var carriedText: String { String(cString: purser_reward_cards()) }

    /// Parses the file that the program carries.
    ///
    /// A mistake in it is ours, so it ends the program; the tests read every row.
    static func carriedCards() -> [CatalogueCard] {
        do {
            return try JSONDecoder()
                .decode([CardRow].self, from: Data(carriedText.utf8))
                .map(\.card)
        } catch {
            preconditionFailure("the reward cards cannot be read: \(error)")
        }
    }
}

/// A card as the data file has it.
private struct CardRow: Decodable {
    let id: String
    let name: String
    let issuer: String
    let network: CatalogueCard.Network
    let annualFeeCents: Int64
    let feeAbroadPercent: Double?
    let rewardCurrency: String
    let baseRate: Double
    let categories: [RateRow]
    let rotating: Bool
    let sourceURL: String
    let lastVerified: String?
    let note: String

    enum CodingKeys: String, CodingKey {
        case id, name, issuer, network, categories, rotating, note
        case annualFeeCents = "annual_fee_cents"
        case feeAbroadPercent = "fx_fee_percent"
        case rewardCurrency = "reward_currency"
        case baseRate = "base_rate"
        case sourceURL = "source_url"
        case lastVerified = "last_verified"
    }

    var card: CatalogueCard {
        CatalogueCard(
            id: id,
            name: name,
            issuer: issuer,
            network: network,
            annualFeeCents: annualFeeCents,
            foreignFeeBasisPoints: feeAbroadPercent.map(hundredths),
            program: rewardCurrency,
            baseRate: hundredths(baseRate),
            rates: categories.map(\.rate),
            isRotating: rotating,
            sourceURL: sourceURL,
            verifiedOn: lastVerified.map(day),
            note: note
        )
    }

    private func day(_ text: String) -> CivilDay {
        guard let day = CivilDay(text) else { preconditionFailure("\(id): \(text) is no day") }
        return day
    }
}

/// A rate as the data file has it.
private struct RateRow: Decodable {
    let label: String
    let category: String
    let points: Double
    let capCents: Int64?
    let capPeriod: CatalogueRate.CapPeriod?
    let note: String

    enum CodingKeys: String, CodingKey {
        case label, category, note
        case points = "rate"
        case capCents = "cap_cents"
        case capPeriod = "cap_period"
    }

    var rate: CatalogueRate {
        precondition((capCents == nil) == (capPeriod == nil), "\(label): a cap has a period")
        return CatalogueRate(
            label: label,
            category: category,
            rate: hundredths(points),
            cap: capCents.flatMap { cents in
                capPeriod.map { CatalogueRate.Cap(limitCents: cents, period: $0) }
            },
            note: note
        )
    }
}

/// A number of the file with at most two decimals, as whole hundredths.
private func hundredths(_ number: Double) -> Int {
    let scaled = (number * 100).rounded()
    precondition((0...10_000).contains(scaled), "\(number) is out of range")
    precondition(abs(number * 100 - scaled) < 0.000_001, "\(number) has too many decimals")
    return Int(scaled)
}
