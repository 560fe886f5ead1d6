public import Kernel
public import SQL

extension AllowanceDues {
    private static let owing = Statement(
        """
        SELECT DISTINCT household_id FROM allowance_dues
        WHERE transfer_id IS NULL AND household_id > $1
        ORDER BY household_id LIMIT $2
        """
    )

    /// The households after one that owe something, by id.
    ///
    /// - Complexity: O(due days that are owed), whatever the number of those that were paid.
    public static func households(
        after id: ID<Entity.Household>?,
        in session: any Session
    ) throws -> [ID<Entity.Household>] {
        let values: [Value] = [.text(id?.text ?? ""), .count(Limits.walkRows)]
        return try session.rows(owing, values) { try $0.id(0) }
    }
}
