public import Catalogue
import Guardian
public import Kernel
public import Providers
public import SQL

/// Everything Purser can do, one method per operation, each in a file of its own.
///
/// What lasts is in the database, what is secret in the key file; the only state of its own is what
/// may be forgotten.
public struct Operations: Sendable {
    /// Where everything is kept.
    public let database: any Database
    /// Tells what kind of purchase it is.
    public let catalogue: Catalogue
    /// Hashes and checks passwords.
    public let passwords: PasswordHasher
    /// Makes and checks tokens.
    public let tokens: TokenIssuer
    /// Words the coach's advice in its own way; `nil` where none is configured.
    let languageModel: (any LanguageModel)?
    /// Who takes money from cards.
    public let cards: CardProcessors
    /// The apps that may ask people to sign in.
    public let oauthClients: OAuthClients
    /// Who besides us may say who somebody is.
    let issuers: ExternalIssuers
    /// Where callers without a token were.
    let strangers = Strangers()
    /// Which network addresses have failed to sign in too often.
    let guesses: GuessBudget
    /// Wakes those who follow a household's events.
    public let eventSignal = EventSignal()
    /// Tells how avoidable a purchase looks.
    let model: ScoringModel

    /// Gathers what the operations need; without `cards` the processor that is built in.
    ///
    /// Of sign-ins from one network address `failedSignIns` may fail in 15 minutes; 0 limits
    /// nothing.
    ///
    /// - Throws: `ModelFileError` when the model that the program carries cannot be read.
    public init(
        database: any Database,
        passwords: PasswordHasher,
        tokens: TokenIssuer,
        catalogue: Catalogue = .standard,
        languageModel: (any LanguageModel)? = nil,
        cards: CardProcessors? = nil,
        oauthClients: [OAuthClient] = [],
        issuers: ExternalIssuers = .none,
        failedSignIns: Int = Limits.failedSignIns
    ) throws {
        model = try Self.carriedModel.get()
        self.database = database
        self.catalogue = catalogue
        self.passwords = passwords
        self.tokens = tokens
        self.oauthClients = OAuthClients(oauthClients, issuer: tokens.signer.issuer)
        self.languageModel = languageModel
        self.issuers = issuers
        guesses = GuessBudget(failedSignIns)
        self.cards = cards ?? CardProcessors.simulated(over: database)
    }

    /// Read once, whoever asks for it first.
    private static let carriedModel = Result { try ScoringModel.carried() }
}
