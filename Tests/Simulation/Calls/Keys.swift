import Kernel
import Operations
import Providers
import SQL

/// The secrets of a simulated installation, and what is made from them.
struct Keys: Sendable {
    /// The file they are in, for other processes of the installation.
    let path: String
    let idempotency: Secret
    let tokens: TokenIssuer
    private let file: KeyFile
    private let banks: BankConnections
    private let passwords: PasswordHasher

    /// Reads the file, or makes one.
    init(path: String) throws {
        self.path = path
        file = try KeyFile.loadOrCreate(path, now: Timestamp(seconds: 1_704_067_200))
        idempotency = file.idempotency
        tokens = try TokenIssuer(keys: file, issuer: "http://127.0.0.1:8080")
        banks = BankConnections(keys: file)
        passwords = try PasswordHasher(cost: .least)
    }

    /// The operations on a database; `cards` is who charges cards, and `bank` is who is linked.
    func operations(
        on database: any Database,
        cards: (any CardProcessor)? = nil,
        bank: LivingBank? = nil
    ) -> Operations {
        do {
            return try Operations(
                database: database,
                passwords: passwords,
                tokens: tokens,
                cards: cards.map { CardProcessors(mock: $0) },
                banks: bank.map { BankConnections($0, keys: file) } ?? banks
            )
        } catch {
            preconditionFailure("the program carries its model")
        }
    }

    /// Ends the threads that hash.
    func shutdown() { passwords.shutdown() }
}
