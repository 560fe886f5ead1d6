import Catalogue
public import Providers
import SQL

/// What Identity does: who somebody is, whatever document they sign in by.
public struct IdentityOperations: RoomOperations {
    let database: any Database
    /// Tells what kind of purchase it is.
    let catalogue: Catalogue
    /// Hashes and checks passwords.
    public let passwords: PasswordHasher
    /// Makes and checks tokens.
    public let tokens: TokenIssuer
    /// The apps that may ask people to sign in.
    public let oauthClients: OAuthClients
    /// Who besides us may say who somebody is.
    let issuers: ExternalIssuers
    /// Which network addresses have failed to sign in too often.
    let failedSignInLimiter: FailedSignInLimiter
    /// Sums over purchases and decisions.
    let insights: InsightsOperations
    /// Wakes those who follow a household's events.
    let eventSignal: EventSignal
}
