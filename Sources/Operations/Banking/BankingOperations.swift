import Catalogue
import SQL

/// What Banking does: accounts, and what happened on them.
public struct BankingOperations: RoomOperations {
    let database: any Database
    /// Tells what kind of purchase it is.
    let catalogue: Catalogue
}
