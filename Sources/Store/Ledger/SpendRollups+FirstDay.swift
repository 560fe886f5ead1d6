public import Kernel
public import SQL

extension SpendRollups {
    private static let first = Statement(
        """
        SELECT day FROM spend_by_day
        WHERE member_id = $1 AND purchase_count > 0 ORDER BY day LIMIT 1
        """
    )

    /// The household's day of a member's first purchase; `nil` when there is none.
    ///
    /// A purchase that was taken back altogether does not count.
    ///
    /// - Complexity: O(1), and the days before it on which everything was taken back.
    public static func firstDay(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> CivilDay? {
        try session.first(first, [.id(member)]) { $0.day(0) }
    }
}
