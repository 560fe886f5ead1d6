public import Kernel

extension Schedule {
    /// The next due days as families see them.
    ///
    /// - Parameter most: How many to return at most.
    /// - Returns: Oldest first, from ``shownNextDue`` on; none when there is no such day.
    public func upcoming(_ most: Int) -> [CivilDay] {
        guard let first = shownNextDue, most > 0 else { return [] }
        var days = [first]
        while let last = days.last, days.count < most { days.append(rhythm.next(after: last)) }
        return days
    }
}
