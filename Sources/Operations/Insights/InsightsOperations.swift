import Catalogue
import SQL

/// What Insights does: figures over purchases, decisions and transactions.
public struct InsightsOperations: RoomOperations {
    let database: any Database
    /// Tells what kind of purchase it is.
    let catalogue: Catalogue
    /// Reads accounts at banks.
    let banking: BankingOperations
    /// What searches keep in memory.
    let searches = SearchIndexes()
}
