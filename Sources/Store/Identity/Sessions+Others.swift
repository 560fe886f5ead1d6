public import Kernel
public import SQL

extension Sessions {
    private static let endingOthers = Statement(
        """
        UPDATE sessions SET ended_at_ms = $3, end_reason = $4
        WHERE member_id = $1 AND id <> $2 AND ended_at_ms IS NULL AND origin <> 'external'
        """
    )

    /// Ends every session of a member but one.
    ///
    /// - Returns: How many there were.
    @discardableResult
    public static func endOthers(
        of member: ID<Entity.Member>,
        than id: ID<Entity.Session>,
        because reason: String,
        now: Timestamp,
        in session: any Session
    ) throws -> Int {
        try session.run(endingOthers, [.id(member), .id(id), .instant(now), .text(reason)])
    }
}
