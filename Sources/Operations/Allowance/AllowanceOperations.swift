import Catalogue
import SQL

/// What Allowance does: children, their wallets, and what is due.
public struct AllowanceOperations: RoomOperations {
    let database: any Database
    /// Tells what kind of purchase it is.
    let catalogue: Catalogue
    /// Proves who removes somebody.
    let identity: IdentityOperations
    /// Wakes those who follow a household's events.
    let eventSignal: EventSignal
    /// Puts what members are told into the outbox.
    let notices: Notices
}
