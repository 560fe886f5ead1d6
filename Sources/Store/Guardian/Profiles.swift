public import Guardian
public import Kernel
public import SQL

/// How a member wants to spend, as it is stored.
public struct ProfileRecord: Sendable, Equatable {
    /// How soon purchases are advised against.
    public let profile: SpendingProfile
    /// The monthly income in minor units.
    public let monthlyIncomeMinor: Int64

    /// Makes a record.
    public init(profile: SpendingProfile, monthlyIncomeMinor: Int64) {
        self.profile = profile
        self.monthlyIncomeMinor = monthlyIncomeMinor
    }

    /// What counts for a member who has said nothing.
    public static let standard = Self(
        profile: .average,
        monthlyIncomeMinor: SpendingProfile.standardIncomeMinor
    )
}

/// The profiles of all members.
public enum Profiles {
    private static let selection = Statement(
        "SELECT profile, monthly_income_minor FROM profiles WHERE member_id = $1"
    )

    /// The member's profile, or the one that counts for everybody.
    public static func find(
        of member: ID<Entity.Member>,
        in session: any Session
    ) throws -> ProfileRecord {
        try session.first(selection, [.id(member)]) { row in
            ProfileRecord(profile: try profile(row.text(0)), monthlyIncomeMinor: row.integer(1))
        } ?? .standard
    }

    private static let upsert = Statement(
        """
        INSERT INTO profiles (member_id, profile, monthly_income_minor, changed_at_ms)
        VALUES ($1, $2, $3, $4)
        ON CONFLICT (member_id) DO UPDATE SET
            profile = excluded.profile,
            monthly_income_minor = excluded.monthly_income_minor,
            changed_at_ms = excluded.changed_at_ms
        """
    )

    /// Sets the member's profile.
    public static func set(
        _ record: ProfileRecord,
        of member: ID<Entity.Member>,
        now: Timestamp,
        in session: any Session
    ) throws {
        try session.run(
            upsert,
            [
                .id(member), .text(record.profile.rawValue),
                .integer(record.monthlyIncomeMinor), .instant(now),
            ]
        )
    }

    static func profile(_ word: String) throws -> SpendingProfile {
        try SpendingProfile(rawValue: word).orCorrupt("a profile is unknown")
    }
}
