public import Kernel
public import SQL

/// A row of a file that waits to be booked.
public struct BankImportRow: Sendable, Equatable {
    /// The line of the file at which it begins.
    public let line: Int64
    /// Its place among the file's rows, from 1.
    public let place: Int64
    /// The bank's own id of it.
    public let providerRecord: String?
    /// Minor units of the account's currency; above zero for money that comes in.
    public let amountMinor: Int64
    /// The day of booking.
    public let day: CivilDay
    /// Who was paid or who paid, where the file tells it.
    public let payee: String?
    /// The bank's text.
    public let text: String
    /// The category that the file gives it.
    public let category: String?
    /// Whether the bank has not booked it yet.
    public let isPending: Bool

    /// Makes a row.
    public init(
        line: Int64,
        place: Int64,
        providerRecord: String?,
        amountMinor: Int64,
        day: CivilDay,
        payee: String?,
        text: String,
        category: String?,
        isPending: Bool
    ) {
        self.line = line
        self.place = place
        self.providerRecord = providerRecord
        self.amountMinor = amountMinor
        self.day = day
        self.payee = payee
        self.text = text
        self.category = category
        self.isPending = isPending
    }
}

/// The rows of all files that wait to be booked.
public enum BankImportRows {
    private static let insertion = RowsStatement(
        [
            .text, .bigint, .bigint, .text, .bigint, .bigint, .text, .text, .text, .bigint,
        ]
    ) { rows in
        """
        INSERT INTO bank_import_rows
            (import_id, line, place, provider_record, amount_minor, day, payee, description,
             category, is_pending)
        VALUES \(rows)
        """
    }

    /// Stores rows of a file.
    public static func insert(
        _ rows: [BankImportRow],
        of bankImport: ID<Entity.BankImport>,
        in session: any Session
    ) throws {
        try session.run(
            insertion,
            rows.map { row in
                [
                    .id(bankImport), .integer(row.line), .integer(row.place),
                    .text(row.providerRecord), .integer(row.amountMinor), .day(row.day),
                    .text(row.payee), .text(row.text), .text(row.category),
                    .flag(row.isPending),
                ]
            }
        )
    }

    private static let waiting = Statement(
        """
        SELECT line, place, provider_record, amount_minor, day, payee, description, category,
            is_pending
        FROM bank_import_rows WHERE import_id = $1 AND place > $2 ORDER BY place LIMIT $3
        """
    )

    /// Rows of a file after a place, in the file's order.
    public static func list(
        of bankImport: ID<Entity.BankImport>,
        after place: Int64,
        most: Int,
        in session: any Session
    ) throws -> [BankImportRow] {
        let values: [Value] = [.id(bankImport), .integer(place), .count(most)]
        return try session.rows(waiting, values) { row in
            BankImportRow(
                line: row.integer(0),
                place: row.integer(1),
                providerRecord: row.optionalText(2),
                amountMinor: row.integer(3),
                day: row.day(4),
                payee: row.optionalText(5),
                text: row.text(6),
                category: row.optionalText(7),
                isPending: row.flag(8)
            )
        }
    }

    private static let removal = Statement(
        """
        DELETE FROM bank_import_rows WHERE (import_id, place) IN (
            SELECT import_id, place FROM bank_import_rows
            WHERE import_id = $1 AND place > $2 ORDER BY place LIMIT $3
        )
        """
    )

    /// Forgets rows of a file after a place, in the file's order.
    ///
    /// - Returns: How many, at most `most`.
    @discardableResult
    public static func remove(
        of bankImport: ID<Entity.BankImport>,
        after place: Int64,
        most: Int,
        in session: any Session
    ) throws -> Int {
        try session.run(removal, [.id(bankImport), .integer(place), .count(most)])
    }
}
