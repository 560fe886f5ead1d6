import SQL

/// What a room keeps.
struct RoomSchema: Sendable {
    /// Every room; one stands behind those whose tables its own refer to.
    static let all: [RoomSchema] = [
        identity,
        ledger,
        guardian,
        allowance,
        banking,
        rewards,
        insights,
    ]

    /// The steps that made it: append to them, never change one.
    let migrations: [Migration]
    /// The tables, parents before children.
    let tables: [Table]
    /// What goes with a person, children before parents.
    var personal: [PersonalTable] = []
}

extension Migration {
    init(name: String, bytes: [UInt8]) {
        self.init(name: name, sql: String(decoding: bytes, as: UTF8.self))
    }
}
