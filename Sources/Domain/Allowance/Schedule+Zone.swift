public import Kernel

extension Schedule {
    /// The due days up to an instant that are not recorded yet, as a run finds them.
    ///
    /// They follow from the schedule, the instant and the zone alone. A day is due from its first
    /// instant in the zone on; of a household that moves, by the zone it has now.
    ///
    /// - Parameters:
    ///   - now: When the run is.
    ///   - zone: The household's.
    ///   - most: The most days to return.
    /// - Returns: Oldest first.
    public func dueDays(at now: Timestamp, in zone: Zone, most: Int) -> [CivilDay] {
        dueDays(through: zone.day(of: now), most: most)
    }
}
