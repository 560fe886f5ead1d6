import Contract
import Kernel

/// How much is used of what a card pays its rate on.
enum CapMeter {
    /// From which part of a limit on it is nearly used up, in per cent; the score of a card drops
    /// there, too.
    private static let nearlyPercent: Int64 = 85

    /// Makes a meter.
    ///
    /// `renewal`: When it begins anew, as a sentence ends with it.
    private static func meter(
        _ name: String,
        spent: Int64,
        of limit: Int64,
        until renewal: String,
        _ format: PageFormat
    ) -> Meter {
        let part = limit > 0 ? Int64(clamping: Int128(spent) * 100 / Int128(limit)) : 0
        let (spentText, limitText) = (
            format.money(hundredths: spent), format.money(hundredths: limit)
        )
        let left = format.money(hundredths: max(0, limit - spent))
        let (kind, tag, sentence): (Tag.Kind, Tag, String) =
            switch part {
            case ..<nearlyPercent:
                (
                    .good, Tag(.good, "has room"),
                    "\(left) more is paid at this rate\(renewal)."
                )
            case ..<100:
                (
                    .warn, Tag(.warn, "nearly used up"),
                    "Only \(left) more is paid at this rate\(renewal)."
                )
            default:
                (
                    .bad, Tag(.bad, "used up"),
                    "What you spend now earns as everything else does\(renewal)."
                )
            }
        return Meter(
            name,
            kind,
            tag: tag,
            sum: "\(spentText) of \(limitText)",
            percent: part,
            label: "\(format.number(part)) % used",
            sentence
        )
    }

    /// A limit of a card.
    static func meter(
        _ limit: API.Rewards.SpendingLimit,
        zone: Zone,
        _ format: PageFormat
    ) -> Meter {
        let day = format.longDay(zone.day(of: limit.resetDate.instant))
        return meter(
            limit.category.displayName,
            spent: limit.currentSpending.minor,
            of: limit.limit.minor,
            until: limit.resetType == .never ? ", and it does not begin anew" : " until \(day)",
            format
        )
    }

    /// A bonus of the quarter that it is.
    static func meter(
        _ bonus: API.Rewards.QuarterlyBonus,
        until lastDay: CivilDay,
        _ format: PageFormat
    ) -> Meter {
        meter(
            "\(bonus.category.displayName), bonus",
            spent: bonus.currentSpending.minor,
            of: bonus.limit.minor,
            until: " until \(format.longDay(lastDay))",
            format
        )
    }
}
