public import Catalogue
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

    /// Gathers what the operations need.
    public init(
        database: any Database,
        passwords: PasswordHasher,
        tokens: TokenIssuer,
        catalogue: Catalogue = .standard
    ) {
        self.database = database
        self.catalogue = catalogue
        self.passwords = passwords
        self.tokens = tokens
    }
}
