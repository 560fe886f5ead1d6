import Catalogue
import Guardian
import Kernel
import Ledger
import SQL
import Store

/// How what windows look back on is held against the ledger and the decisions.
extension PolicyWindows {
    /// The first row that is not what the ledger and the decisions say; `nil` when all are.
    static func misfit(
        of household: HouseholdRecord,
        _ zone: Zone,
        _ catalogue: Catalogue,
        in session: any Session
    ) throws -> (row: String, reason: String)? {
        let id = household.id
        let kept = try PolicyPast.kept(of: id, in: session)
        guard (kept != nil) == (household.policiesVersion != 0) else {
            return ("households \(id)", "it keeps windows of policies that nobody asks, or none")
        }
        let since = kept?.since ?? Timestamp(milliseconds: .min)
        let end = Timestamp(milliseconds: .max)
        let stored = Set(try PolicyMoments.list(of: id, [since..<end], in: session))
        let past =
            kept == nil ? [] : try moments(of: id, since: since, zone, catalogue, in: session)
        let recomputed = Set(past)
        if let extra = stored.subtracting(recomputed).first {
            return ("policy_moments \(extra.source.text)", "it is not what it tells of")
        }
        if let missing = recomputed.subtracting(stored).first {
            return ("policy_moments \(missing.source.text)", "it is missing")
        }
        var sums: [PolicySums.Place: PolicySums.Sums] = [:]
        for moment in past {
            for place in PolicySums.Place.all(of: moment, on: zone.day(of: moment.at)) {
                sums[place, default: PolicySums.Sums()].add(moment)
            }
        }
        let first = kept == nil ? CivilDay(dayNumber: .min) : zone.day(of: since)
        guard try PolicySums.list(of: id, since: first, in: session) == sums else {
            return ("policy_sums \(id)", "they are not the sums of its moments")
        }
        return nil
    }
}
