import Guardian
public import Kernel
public import Ledger
public import SQL

/// From when on a household keeps what windows look back on.
public struct KeptWindows: Sendable, Equatable {
    /// The household.
    public let household: ID<Entity.Household>
    /// The IANA name of its time zone.
    public let timeZone: String
    /// What its purchases are added up in.
    public let currency: Currency
    /// Everything from this instant on is kept.
    public let since: Timestamp
}

/// A decision, as far as windows look back on it.
public struct PastAnswer: Sendable {
    /// The position in the household's chain.
    public let sequence: Int64
    /// What it is to windows.
    public let moment: PolicyMoment
}

/// What windows of policies look back on, as the ledger and the decisions have it.
public enum PolicyPast {
    private static let keeping = Statement(
        "SELECT id, time_zone, currency, policies_since_ms FROM households WHERE id = $1"
    )

    /// From when on a household keeps what windows look back on; `nil` where no policy is asked.
    public static func kept(
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> KeptWindows? {
        try session.first(keeping, [.id(household)], decodeKept) ?? nil
    }

    private static let longest = Statement(
        """
        SELECT id, time_zone, currency, policies_since_ms FROM households
        WHERE policies_since_ms < $1 ORDER BY policies_since_ms LIMIT $2
        """
    )

    /// Households that keep something from before an instant.
    public static func kept(
        since instant: Timestamp,
        in session: any Session
    ) throws -> [KeptWindows] {
        let values: [Value] = [.instant(instant), .count(Limits.walkRows)]
        return try session.rows(longest, values, decodeKept).compactMap(\.self)
    }

    private static func decodeKept(_ row: any Row) throws -> KeptWindows? {
        guard let since = row.optionalInstant(3) else { return nil }
        return KeptWindows(
            household: try row.id(0),
            timeZone: row.text(1),
            currency: try Currency(code: row.text(2))
                .orCorrupt("a household has an unknown currency"),
            since: since
        )
    }

    private static let setting = Statement(
        "UPDATE households SET policies_since_ms = $2 WHERE id = $1"
    )

    /// Says from when on a household keeps what windows look back on; `nil` where it does not.
    public static func keep(
        of household: ID<Entity.Household>,
        since instant: Timestamp?,
        in session: any Session
    ) throws {
        try session.run(setting, [.id(household), .instant(instant)])
    }

    private static let movements = Statement(
        """
        SELECT t.id, t.household_id, t.debit_account_id, t.credit_account_id, t.amount_minor,
            t.currency, t.kind, t.phase, t.pending_id, t.reverses_id, t.member_id, t.merchant,
            t.category, t.description, t.provider, t.provider_record, t.occurred_at_ms, t.day,
            t.recorded_at_ms, t.chained_day, t.replaces_id, t.number, a.category,
            CASE WHEN EXISTS (SELECT 1 FROM transfers r WHERE r.reverses_id = t.id)
                OR EXISTS (SELECT 1 FROM transfers s WHERE s.pending_id = t.id)
                THEN 1 ELSE 0 END
        FROM transfers t
        LEFT JOIN annotations a ON a.transfer_id = COALESCE(t.pending_id, t.id)
        WHERE t.member_id = $1 AND (t.day, t.number) > ($2, $3)
        ORDER BY t.day, t.number LIMIT $4
        """
    )

    /// A member's transfers from a day on that are pending or final and were not taken back, each
    /// with the member's edit of its category; what was posted stands for what was pending.
    ///
    /// - Complexity: O(transfers from that day on).
    public static func transfers(
        of member: ID<Entity.Member>,
        since day: CivilDay,
        in session: any Session
    ) throws -> [(transfer: Transfer, edited: String?)] {
        var transfers: [(transfer: Transfer, edited: String?)] = []
        var place = (day: day, number: Int64(0))
        while true {
            let page: [Value] = [
                .id(member), .day(place.day), .integer(place.number), .count(Limits.walkRows),
            ]
            let rows = try session.rows(movements, page) { row in
                place = (row.day(17), row.integer(21))
                let isOver = row.flag(23)
                let transfer = try Transfers.decode(row)
                return (isOver: isOver, transfer: transfer, edited: row.optionalText(22))
            }
            for row in rows where row.transfer.stands && !row.isOver {
                transfers.append((row.transfer, row.edited))
            }
            guard rows.count == Limits.walkRows else { return transfers }
        }
    }

    private static let decisions = Statement(
        """
        SELECT sequence, id, member_id, answer, category, COALESCE(merchant_key, ''), merchant,
            amount_minor, decided_at_ms
        FROM decisions WHERE household_id = $1 AND sequence < $2
        ORDER BY sequence DESC LIMIT $3
        """
    )

    /// A page of a household's decisions before a place in its chain, the last first.
    ///
    /// `merchantKey`: The form of a merchant's name, for decisions that are stored without it.
    public static func decisions(
        of household: ID<Entity.Household>,
        before sequence: Int64,
        merchantKey: (String) -> String,
        in session: any Session
    ) throws -> [PastAnswer] {
        let values: [Value] = [.id(household), .integer(sequence), .count(Limits.walkRows)]
        return try session.rows(decisions, values) { row in
            let id: ID<Entity.Decision> = try row.id(1)
            let key = row.text(5)
            return PastAnswer(
                sequence: row.integer(0),
                moment: PolicyMoment(
                    at: row.instant(8),
                    source: id.raw,
                    member: try row.id(2),
                    subject: row.text(3) == "APPROVE" ? .approvals : .declines,
                    category: row.text(4),
                    merchantKey: key.isEmpty ? merchantKey(row.text(6)) : key,
                    amountMinor: row.integer(7)
                )
            )
        }
    }
}

extension Transfer {
    /// Whether money moves or is to move by it, and not back.
    fileprivate var stands: Bool { phase != .void && reverses == nil }
}
