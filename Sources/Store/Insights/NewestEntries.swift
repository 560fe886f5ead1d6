public import Kernel
public import SQL

/// The newest entry of each account of a member.
public enum NewestEntries {
    /// Reads them by the sums of entries; nothing for an account that has none.
    ///
    /// - Complexity: O(periods of 32 days × accounts × categories, and entries of the newest day
    ///   of each account), whatever the history's length.
    public static func find(
        of member: ID<Entity.Member>,
        _ zone: Zone,
        in session: any Session
    ) throws -> [ID<Entity.Account>: DatedEntry] {
        var entries: [ID<Entity.Account>: DatedEntry] = [:]
        for (account, day) in try days(of: member, in: session) {
            let piece = DatedEntries.Piece(
                day: day,
                from: zone.start(of: day),
                account: account,
                taken: 1
            )
            entries[account] = try DatedEntries.list(of: member, piece, in: session).first
        }
        return entries
    }

    /// The newest day of each account.
    private static func days(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> [ID<Entity.Account>: CivilDay] {
        let last = try EntryCounts.lastPeriods(of: member, in: session)
        let periods = Dictionary(uniqueKeysWithValues: last.map { ($0.account, $0.period) })
        var days: [ID<Entity.Account>: CivilDay] = [:]
        for period in Set(periods.values) {
            let sums = try EntryCounts.byDay(
                of: member,
                on: EntryCounts.days(of: period),
                in: session
            )
            for sum in sums where periods[sum.account] == period {
                days[sum.account] = max(days[sum.account] ?? sum.day, sum.day)
            }
        }
        return days
    }
}
