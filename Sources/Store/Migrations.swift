public import SQL

/// The schema: every migration, in order.
public enum Migrations {
    /// The rooms' migrations, in the order of their names.
    public static let all: [Migration] = RoomSchema.all.flatMap(\.migrations)
        .sorted { $0.name < $1.name }
}
