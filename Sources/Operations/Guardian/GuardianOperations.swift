import Catalogue
import Guardian
import Providers
import SQL

/// What Guardian does: purchases, limits, places and cards.
public struct GuardianOperations: RoomOperations {
    let database: any Database
    /// Tells what kind of purchase it is.
    let catalogue: Catalogue
    /// Tells how avoidable a purchase looks.
    let model: ScoringModel
    /// Words the coach's advice in its own way; `nil` where none is configured.
    let languageModel: (any LanguageModel)?
    /// Who takes money from cards.
    public let cards: CardProcessors
    /// Sums over purchases and decisions.
    let insights: InsightsOperations
    /// Wakes those who follow a household's events.
    public let eventSignal: EventSignal
    /// Puts what members are told into the outbox.
    let notices: Notices
    /// Wakes who sends what is in the outbox.
    let notificationSignal: WorkSignal
    /// Where callers without a token were.
    let anonymousLocationChecks = AnonymousLocationChecks()
    /// The trials of policies under way.
    let backtests = BacktestRoom()
    /// The reward cards of those who bought or asked last.
    let wallets: PreparedWallets
    /// The policies of those who bought or asked last.
    let policies: PoliciesInMemory
}
