public import SQL

/// The schema: every migration, in order.
public enum Migrations {
    /// Append to this list; never change what is in it.
    public static let all: [Migration] = [
        Migration(name: "m0001_foundations", sql: text(PackageResources.m0001_foundations_sql)),
        Migration(name: "m0002_guardian", sql: text(PackageResources.m0002_guardian_sql)),
        Migration(name: "m0003_scoring", sql: text(PackageResources.m0003_scoring_sql)),
        Migration(name: "m0004_analytics", sql: text(PackageResources.m0004_analytics_sql)),
        Migration(name: "m0005_charges", sql: text(PackageResources.m0005_charges_sql)),
        Migration(name: "m0006_approvals", sql: text(PackageResources.m0006_approvals_sql)),
        Migration(name: "m0007_allowance", sql: text(PackageResources.m0007_allowance_sql)),
        Migration(name: "m0008_identity", sql: text(PackageResources.m0008_identity_sql)),
        Migration(
            name: "m0009_lapsed_sessions",
            sql: text(PackageResources.m0009_lapsed_sessions_sql)
        ),
        Migration(name: "m0010_time_zones", sql: text(PackageResources.m0010_time_zones_sql)),
        Migration(
            name: "m0011_fences_by_place",
            sql: text(PackageResources.m0011_fences_by_place_sql)
        ),
        Migration(
            name: "m0012_ends_of_sessions",
            sql: text(PackageResources.m0012_ends_of_sessions_sql)
        ),
        // There is no m0013, and there cannot be one: they run in the order of their names.
        Migration(name: "m0014_bounded_reads", sql: text(PackageResources.m0014_bounded_reads_sql)),
    ]

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
