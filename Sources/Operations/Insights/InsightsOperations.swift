import Catalogue
import Kernel
import Providers
import SQL
import Store

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
    /// What sums keep in memory.
    let recent = RecentEntries()
    /// What searches keep in memory.
    let searches = SearchIndexes()
    /// The answers that ``languageModel`` is being asked for.
    let modelPlaces = ModelPlaces()

    /// The accounts of a member, for showing what happened on them.
    ///
    /// - Throws: `DatabaseError`.
    func book(
        of membership: Membership,
        at now: Timestamp,
        in session: any Session
    ) throws -> TransactionBook {
        try TransactionBook(membership, at: now, catalogue, recent, in: session)
    }
}
