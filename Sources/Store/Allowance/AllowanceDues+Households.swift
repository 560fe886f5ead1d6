public import Kernel
public import SQL

extension AllowanceDues {
    private static let owing = Statement(
        """
        SELECT household_id FROM allowance_dues
        WHERE COALESCE(transfer_id, '') = '' AND household_id > $1
        ORDER BY household_id LIMIT $2
        """
    )

    /// Households after one that owe something, by id; none behind the last.
    ///
    /// - Complexity: O(``Limits/walkRows``), whatever is owed and was paid.
    public static func households(
        after id: ID<Entity.Household>?,
        in session: any Session
    ) throws -> [ID<Entity.Household>] {
        let values: [Value] = [.text(id?.text ?? ""), .count(Limits.walkRows)]
        var households: [ID<Entity.Household>] = []
        try session.visit(owing, values) { row in
            let household: ID<Entity.Household> = try row.id(0)
            if household != households.last { households.append(household) }
            return true
        }
        return households
    }
}
