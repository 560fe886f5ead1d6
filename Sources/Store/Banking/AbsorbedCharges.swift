public import Kernel
public import SQL

/// Charges that came as records of a bank, too, and count by those alone.
public enum AbsorbedCharges {
    private static let alike = Statement(
        """
        SELECT c.id FROM charges c LEFT JOIN absorbed_charges b ON b.charge_id = c.id
        WHERE c.member_id = $1 AND c.state = 'succeeded' AND c.amount_minor = $2
            AND c.recorded_at_ms >= $3 AND c.recorded_at_ms < $4 AND c.currency = $5
            AND COALESCE(b.charge_id, '') = ''
        ORDER BY c.recorded_at_ms, c.id LIMIT $6
        """
    )

    /// Charges that took an amount from a member in a span and were not absorbed, the oldest first.
    public static func candidates(
        of member: ID<Entity.Member>,
        _ amount: Money,
        from start: Timestamp,
        to end: Timestamp,
        in session: any Session
    ) throws -> [ID<Entity.Charge>] {
        let values: [Value] = [
            .id(member), .integer(amount.minor), .instant(start), .instant(end),
            .text(amount.currency.code), .count(Limits.alikeRows),
        ]
        return try session.rows(alike, values) { try $0.id(0) }
    }

    private static let any = Statement(
        "SELECT 1 FROM charges WHERE member_id = $1 AND state = 'succeeded' LIMIT 1"
    )

    /// Whether a member was ever charged.
    public static func mayBeAny(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> Bool {
        try session.first(any, [.id(member)]) { _ in true } ?? false
    }

    private static let insertion = Statement(
        "INSERT INTO absorbed_charges (charge_id, record_id) VALUES ($1, $2)"
    )

    /// Notes that a record is a charge.
    ///
    /// - Throws: `DatabaseError` `unique` when either is another one already.
    public static func insert(
        _ charge: ID<Entity.Charge>,
        by record: ID<Entity.BankRecord>,
        in session: any Session
    ) throws {
        try session.run(insertion, [.id(charge), .id(record)])
    }

    private static let byRecord = Statement(
        "SELECT charge_id FROM absorbed_charges WHERE record_id = $1"
    )
    private static let deletion = Statement("DELETE FROM absorbed_charges WHERE charge_id = $1")

    /// The charge that a record is.
    public static func charge(
        of record: ID<Entity.BankRecord>,
        in session: any Session
    ) throws -> ID<Entity.Charge>? {
        try session.first(byRecord, [.id(record)]) { try $0.id(0) }
    }

    private static let charged = RowsStatement([.text]) { rows in
        """
        SELECT b.record_id, c.recorded_at_ms FROM (VALUES \(rows)) AS v
        JOIN absorbed_charges b ON b.record_id = v.column1
        JOIN charges c ON c.id = b.charge_id
        """
    }

    /// When the charges were made that records are, by record.
    public static func recordedAt(
        of records: [ID<Entity.BankRecord>],
        in session: any Session
    ) throws -> [ID<Entity.BankRecord>: Timestamp] {
        let rows = try session.rows(charged, records.map { [.id($0)] }) { row in
            (try row.id(0) as ID<Entity.BankRecord>, row.instant(1))
        }
        return Dictionary(rows) { first, _ in first }
    }

    /// Forgets that a charge is a record.
    public static func remove(_ charge: ID<Entity.Charge>, in session: any Session) throws {
        try session.run(deletion, [.id(charge)])
    }

    private static let records = Statement(
        """
        SELECT r.id, r.account_id FROM bank_accounts b
        JOIN bank_records r ON r.account_id = b.account_id
        LEFT JOIN absorbed_charges c ON c.record_id = r.id
        WHERE b.member_id = $1 AND r.amount_minor = $2 AND r.day >= $3 AND r.day <= $4
            AND r.is_shown = 1 AND r.is_pending = 0 AND COALESCE(c.record_id, '') = ''
        ORDER BY r.day, r.number LIMIT $5
        """
    )

    /// Posted records of a member that are of an amount and no charge, the oldest first.
    public static func records(
        of member: ID<Entity.Member>,
        minor: Int64,
        on days: ClosedRange<CivilDay>,
        in session: any Session
    ) throws -> [(record: ID<Entity.BankRecord>, account: ID<Entity.Account>)] {
        let values: [Value] = [
            .id(member), .integer(minor), .day(days.lowerBound), .day(days.upperBound),
            .count(Limits.alikeRows),
        ]
        return try session.rows(records, values) { (try $0.id(0), try $0.id(1)) }
    }
}
