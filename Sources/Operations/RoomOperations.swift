import SQL

/// The operations of one room: a value of the few things that they need.
///
/// What lasts is in the database, what is secret in the key file; the only state of its own is what
/// may be forgotten. How a transaction of theirs is opened is the same for all rooms.
protocol RoomOperations: Sendable {
    /// Where everything is kept.
    var database: any Database { get }
}
