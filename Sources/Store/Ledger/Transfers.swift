public import Kernel
public import Ledger
public import SQL

/// The transfers of all households.
public enum Transfers {
    private static let insertion = RowsStatement(
        [.text, .text, .bigint, .text, .text, .bigint] + Array(repeating: .text, count: 12)
            + [.bigint, .bigint, .bigint, .text, .text]
    ) { rows in
        """
        INSERT INTO transfers
            (id, household_id, sequence, debit_account_id, credit_account_id, amount_minor,
             currency, kind, phase, pending_id, reverses_id, replaces_id, member_id, merchant,
             category, description, provider, provider_record, occurred_at_ms, day, recorded_at_ms,
             previous_hash, hash)
        VALUES \(rows)
        """
    }

    /// Records transfers, each with its link; the ends of their chains have been moved over them by
    /// ``Households/move(_:in:)``.
    public static func insert(
        _ transfers: [(transfer: Transfer, link: ChainLink)],
        in session: any Session
    ) throws {
        try session.run(insertion, transfers.map { values(of: $0.transfer, $0.link) })
    }

    private static func values(of transfer: Transfer, _ link: ChainLink) -> [Value] {
        let details = transfer.details
        return [
            .id(transfer.id), .id(transfer.household), .integer(link.sequence),
            .id(transfer.debitAccount), .id(transfer.creditAccount),
            .integer(transfer.amount.minor), .text(transfer.amount.currency.code),
            .text(transfer.kind.rawValue), .text(transfer.phase.rawValue),
            .id(transfer.pending), .id(transfer.reverses), .id(transfer.replaces),
            .id(transfer.member),
            .text(details.merchant), .text(details.category), .text(details.text),
            .text(details.provider), .text(details.providerRecord),
            .instant(transfer.occurredAt), .day(transfer.day), .instant(transfer.recordedAt),
            .text(link.previousHash), .text(link.hash),
        ]
    }

    private static let columns = """
        SELECT id, household_id, debit_account_id, credit_account_id, amount_minor, currency,
            kind, phase, pending_id, reverses_id, member_id, merchant, category, description,
            provider, provider_record, occurred_at_ms, day, recorded_at_ms, chained_day,
            replaces_id, sequence, previous_hash, hash
        FROM transfers
        """
    private static let byID = Statement("\(columns) WHERE id = $1 AND household_id = $2")
    private static let byRecord = Statement(
        "\(columns) WHERE household_id = $1 AND provider = $2 AND provider_record = $3"
    )
    private static let walk = Statement(
        "\(columns) WHERE household_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3"
    )
    private static let settlement = Statement("SELECT id FROM transfers WHERE pending_id = $1")
    private static let replacement = Statement(
        "SELECT id FROM transfers WHERE replaces_id = $1"
    )
    private static let reversal = Statement("SELECT id FROM transfers WHERE reverses_id = $1")

    /// Finds a transfer of a household.
    public static func find(
        _ id: ID<Entity.Transfer>,
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> Transfer? {
        try session.first(byID, [.id(id), .id(household)], decode)
    }

    /// Finds the transfer that a provider's record became.
    public static func find(
        provider: String,
        record: String,
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> Transfer? {
        let values: [Value] = [.id(household), .text(provider), .text(record)]
        return try session.first(byRecord, values, decode)
    }

    /// The transfer that posted or voided a pending one.
    public static func settlement(
        of pending: ID<Entity.Transfer>,
        in session: any Session
    ) throws -> ID<Entity.Transfer>? {
        try session.first(settlement, [.id(pending)]) { try $0.id(0) }
    }

    /// The transfer that took another one's place in lists.
    public static func replacement(
        of transfer: ID<Entity.Transfer>,
        in session: any Session
    ) throws -> ID<Entity.Transfer>? {
        try session.first(replacement, [.id(transfer)]) { try $0.id(0) }
    }

    /// The transfer that corrected another one.
    public static func reversal(
        of transfer: ID<Entity.Transfer>,
        in session: any Session
    ) throws -> ID<Entity.Transfer>? {
        try session.first(reversal, [.id(transfer)]) { try $0.id(0) }
    }

    /// The transfers after a place in the chain, in its order; for walking all of them.
    ///
    /// - Throws: ``UnreadableLink``; `DatabaseError`.
    public static func links(
        of household: ID<Entity.Household>,
        after sequence: Int64,
        in session: any Session
    ) throws -> [RecordedLink<Transfer>] {
        let values: [Value] = [.id(household), .integer(sequence), .count(Limits.walkRows)]
        return try session.rows(walk, values) { row in
            try RecordedLink("transfers", row, placeAt: 21, decode)
        }
    }

    /// Decodes a row that begins with the columns of ``columns``, up to the one it replaces.
    static func decode(_ row: any Row) throws -> Transfer {
        guard let currency = Currency(code: row.text(5)),
            let phase = Transfer.Phase(rawValue: row.text(7))
        else { throw DatabaseError(.corrupt, "a transfer has an unknown currency or phase") }
        return Transfer(
            id: try row.id(0),
            household: try row.id(1),
            debitAccount: try row.id(2),
            creditAccount: try row.id(3),
            amount: Money(minor: row.integer(4), currency: currency),
            kind: Transfer.Kind(rawValue: row.text(6)),
            phase: phase,
            pending: try row.optionalID(8),
            reverses: try row.optionalID(9),
            replaces: try row.optionalID(20),
            member: try row.optionalID(10),
            details: Transfer.Details(
                merchant: row.optionalText(11),
                category: row.optionalText(12),
                text: row.optionalText(13),
                provider: row.optionalText(14),
                providerRecord: row.optionalText(15)
            ),
            occurredAt: row.instant(16),
            day: row.day(17),
            chainedDay: row.optionalDay(19),
            recordedAt: row.instant(18)
        )
    }
}
