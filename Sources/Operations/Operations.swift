public import Catalogue
import Guardian
import Kernel
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
    /// Where callers without a token were.
    let strangers = Strangers()
    /// Tells how avoidable a purchase looks.
    let model: ScoringModel

    /// Gathers what the operations need.
    ///
    /// - Throws: `ModelFileError` when the model that the program carries cannot be read.
    public init(
        database: any Database,
        passwords: PasswordHasher,
        tokens: TokenIssuer,
        catalogue: Catalogue = .standard
    ) throws {
        model = try Self.carriedModel.get()
        self.database = database
        self.catalogue = catalogue
        self.passwords = passwords
        self.tokens = tokens
    }

    /// Read once, whoever asks for it first.
    private static let carriedModel = Result { try ScoringModel.carried() }
}
