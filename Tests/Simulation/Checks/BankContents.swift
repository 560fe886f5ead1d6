import Kernel
import SQL

/// What lists show of a household's account at a bank, and whether its balance is proved.
struct BankContents: Sendable {
    var rows: [Row] = []
    /// By how much the books of accounts that are linked differ from what their banks say.
    var differences: [Int64] = []

    /// A row of a list, with the bank's record that it is.
    struct Row: Sendable, Equatable {
        let record: String?
        let recordDay: Int?
        let isRecordPending: Bool?
        let amount: Int64
        let day: Int
        let isPending: Bool
        let number: Int64
        let entry: ID<Entity.Entry>
        let category: String
        let notes: String?
        let transfer: ID<Entity.Transfer>
    }

    /// Everything, for the digest.
    var lines: [String] {
        differences.map { "unproved \($0)" }
            + rows.map { row in
                """
                bank row \(row.record ?? "-") \(row.amount) \(row.day) \(row.isPending) \
                \(row.category) \(row.notes ?? "-") \(row.transfer)
                """
            }
    }

    static func read(
        _ household: ID<Entity.Household>,
        in session: any Session
    ) throws -> BankContents {
        BankContents(
            rows: try session.rows(rows, [.id(household)]) { row in
                Row(
                    record: row.optionalText(0),
                    recordDay: row.optionalDay(1)?.dayNumber,
                    isRecordPending: row.optionalInteger(2).map { $0 == 1 },
                    amount: row.integer(3),
                    day: row.day(4).dayNumber,
                    isPending: row.flag(5),
                    number: row.integer(6),
                    entry: try row.id(10),
                    category: row.text(7),
                    notes: row.optionalText(8),
                    transfer: try row.id(9)
                )
            },
            differences: try session.rows(differences, [.id(household)]) { $0.integer(0) }
        )
    }

    private static let rows = Statement(
        """
        SELECT r.provider_record, r.day, r.is_pending, e.amount_minor, e.day, e.is_pending,
            e.number, e.category, a.notes, e.transfer_id, e.id
        FROM bank_accounts b JOIN members m ON m.id = b.member_id
        JOIN entries e ON e.member_id = b.member_id AND e.account_id = b.account_id
        LEFT JOIN bank_records r ON r.transfer_id = e.transfer_id AND r.is_shown = 1
        LEFT JOIN annotations a ON a.transfer_id = e.transfer_id
        WHERE m.household_id = $1 AND e.removed_at_ms IS NULL
        """
    )
    private static let differences = Statement(
        """
        SELECT b.difference_minor FROM bank_accounts b JOIN members m ON m.id = b.member_id
        WHERE m.household_id = $1 AND b.removed_at_ms IS NULL AND b.difference_minor IS NOT NULL
        """
    )
}
