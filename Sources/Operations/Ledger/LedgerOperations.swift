import Catalogue
import SQL

/// What the ledger does for whoever enters records into it, and the check of the books.
public struct LedgerOperations: RoomOperations {
    let database: any Database
    /// Tells what kind of purchase it is.
    let catalogue: Catalogue
}
