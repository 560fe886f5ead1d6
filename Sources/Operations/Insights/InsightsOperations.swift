import Catalogue
import Providers
import SQL

/// What Insights does: figures over purchases, decisions and transactions.
public struct InsightsOperations: RoomOperations {
    let database: any Database
    /// Tells what kind of purchase it is.
    let catalogue: Catalogue
    /// Reads accounts at banks.
    let banking: BankingOperations
    /// Words answers and highlights, and asks for queries; `nil` where none is configured.
    let languageModel: (any LanguageModel)?
    /// Whether an answer without ``languageModel`` is refused with `modelUnavailable`.
    let isModelRequired: Bool
}
