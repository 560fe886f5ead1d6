import Catalogue
import SQL

/// What Insights does: sums over purchases and decisions.
public struct InsightsOperations: RoomOperations {
    let database: any Database
    /// Tells what kind of purchase it is.
    let catalogue: Catalogue
}
