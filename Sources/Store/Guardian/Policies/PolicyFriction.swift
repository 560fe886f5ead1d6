public import Kernel
public import SQL

/// How many hours what loosens a live policy of a household waits.
public struct PolicyFriction: Sendable, Equatable {
    /// The hours now.
    public var looseningHours: Int64
    /// A lower number that waits.
    public var pending: Pending?

    /// A lower number of hours that waits.
    public struct Pending: Sendable, Equatable {
        /// The hours that will be.
        public let looseningHours: Int64
        /// Who asked for them.
        public let askedBy: ID<Entity.Member>
        /// When they take effect.
        public let takesEffectAt: Timestamp

        /// Makes a number that waits.
        public init(
            _ looseningHours: Int64,
            askedBy: ID<Entity.Member>,
            takesEffectAt: Timestamp
        ) {
            self.looseningHours = looseningHours
            self.askedBy = askedBy
            self.takesEffectAt = takesEffectAt
        }
    }

    /// Makes a number of hours.
    public init(looseningHours: Int64, pending: Pending? = nil) {
        self.looseningHours = looseningHours
        self.pending = pending
    }

    /// The hours at an instant: lower ones that are due are in force, written or not.
    public func hours(at now: Timestamp) -> Int64 {
        guard let pending, pending.takesEffectAt <= now else { return looseningHours }
        return pending.looseningHours
    }
}

extension PolicyFriction {
    private static let selection = Statement(
        """
        SELECT loosening_hours, pending_hours, pending_by, pending_until_ms
        FROM policy_friction WHERE household_id = $1
        """
    )

    /// The hours of a household; the usual ones where it never said.
    public static func find(
        of household: ID<Entity.Household>,
        in session: any Session
    ) throws -> PolicyFriction {
        try session.first(selection, [.id(household)], decode)
            ?? PolicyFriction(looseningHours: Limits.looseningHoursUsual)
    }

    private static let upsert = Statement(
        """
        INSERT INTO policy_friction
            (household_id, loosening_hours, pending_hours, pending_by, pending_until_ms)
        VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (household_id) DO UPDATE SET
            loosening_hours = excluded.loosening_hours, pending_hours = excluded.pending_hours,
            pending_by = excluded.pending_by, pending_until_ms = excluded.pending_until_ms
        """
    )

    /// Keeps the hours of a household as they are now.
    public func save(of household: ID<Entity.Household>, in session: any Session) throws {
        try session.run(
            Self.upsert,
            [
                .id(household), .integer(looseningHours),
                pending.map { .integer($0.looseningHours) } ?? .null, .id(pending?.askedBy),
                .instant(pending?.takesEffectAt),
            ]
        )
    }

    private static let waiting = Statement(
        """
        SELECT household_id FROM policy_friction WHERE pending_until_ms <= $1
        ORDER BY pending_until_ms LIMIT $2
        """
    )

    /// The households whose lower hours are due, the longest due first.
    public static func due(
        at now: Timestamp,
        most: Int,
        in session: any Session
    ) throws -> [ID<Entity.Household>] {
        try session.rows(waiting, [.instant(now), .count(most)]) { try $0.id(0) }
    }

    private static func decode(_ row: any Row) throws -> PolicyFriction {
        var pending: Pending?
        if let hours = row.optionalInteger(1),
            let askedBy: ID<Entity.Member> = try row.optionalID(2),
            let instant = row.optionalInstant(3)
        {
            pending = Pending(hours, askedBy: askedBy, takesEffectAt: instant)
        }
        return PolicyFriction(looseningHours: row.integer(0), pending: pending)
    }
}
