public import Kernel

extension MissedRewards {
    /// From which day on purchases tell what is left of limits and bonuses on a day: that on which
    /// the longest of their periods begins that contain it.
    ///
    /// Cards that are tied to no account have no purchases and are passed over. A limit that never
    /// begins anew would ask for all purchases there are: it asks for those since the day of its
    /// date, a year at most.
    ///
    /// - Parameters:
    ///   - day: The first day whose purchases are compared.
    ///   - wallet: All cards.
    ///   - zone: The household's.
    /// - Returns: The day itself or an earlier one, a year before at the earliest.
    public static func firstDay(
        of day: CivilDay,
        wallet: [RewardCard],
        in zone: Zone
    ) -> CivilDay {
        var first = day
        for card in wallet where card.accountID != nil {
            for limit in card.limits {
                first = min(first, LimitPeriod.firstDay(of: limit, on: day, in: zone))
            }
            if let bonus = card.bonus, bonus.period == CalendarQuarter(of: day) {
                let month = day.month
                first = min(first, month.adding(months: -((month.month - 1) % 3)).firstDay)
            }
        }
        return first
    }
}
