public import Kernel
public import SQL

extension WalletMovements {
    private static let removal = Statement("DELETE FROM wallet_months WHERE child_id = $1")
    private static let months = RowsStatement([.text, .bigint, .bigint, .bigint]) { rows in
        """
        INSERT INTO wallet_months (child_id, month, credit_minor, debit_minor) VALUES \(rows)
        """
    }

    /// Replaces the sums of a wallet's months, by ``number(of:)``.
    ///
    /// - Throws: `DatabaseError`.
    public static func replaceMonths(
        of child: ID<Entity.Child>,
        with sums: [Int64: WalletMonth],
        in session: any Session
    ) throws {
        try session.run(removal, [.id(child)])
        try session.run(
            months,
            sums.sorted { $0.key < $1.key }.map { month, sums in
                [
                    .id(child), .integer(month), .integer(sums.creditMinor),
                    .integer(sums.debitMinor),
                ]
            }
        )
    }
}
