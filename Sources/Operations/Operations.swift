public import Catalogue
import Guardian
public import Kernel
public import Providers
public import SQL

/// Everything Purser can do, by room; one method per operation, each in a file of its own.
public struct Operations: Sendable {
    /// Where everything is kept.
    public let database: any Database
    /// Who somebody is.
    public let identity: IdentityOperations
    /// The books.
    public let ledger: LedgerOperations
    /// Purchases, limits, places and cards.
    public let guardian: GuardianOperations
    /// Children, their wallets, and what is due.
    public let allowance: AllowanceOperations
    /// Accounts, and what happened on them.
    public let banking: BankingOperations
    /// Reward cards, and which to use for a purchase.
    public let rewards: RewardsOperations
    /// Figures over purchases, decisions and transactions.
    public let insights: InsightsOperations
    /// What devices copy.
    public let sync: SyncOperations

    /// Makes each room of what it needs; without `cards` the processor that is built in, without
    /// `notificationSender` one that sends nothing.
    ///
    /// With `isModelRequired` an answer that the language model fails to give is refused in place
    /// of being given without it. Of sign-ins from one network address `failedSignIns` may fail in
    /// 15 minutes; 0 limits nothing.
    ///
    /// - Throws: `ModelFileError` when the model that the program carries cannot be read.
    public init(
        database: any Database,
        passwords: PasswordHasher,
        tokens: TokenIssuer,
        catalogue: Catalogue = .standard,
        languageModel: (any LanguageModel)? = nil,
        isModelRequired: Bool = false,
        cards: CardProcessors? = nil,
        banks: BankConnections,
        oauthClients: [OAuthClient] = [],
        issuers: ExternalIssuers = .none,
        notificationSender: any NotificationSender = LogSender { _ in },
        failedSignIns: Int = Limits.failedSignIns
    ) throws {
        self.database = database
        let (eventSignal, notificationSignal) = (EventSignal(), WorkSignal())
        let notices = Notices(needsDevice: notificationSender.needsDevice)
        ledger = LedgerOperations(database: database, catalogue: catalogue)
        banking = BankingOperations(
            database: database,
            catalogue: catalogue,
            banks: banks,
            sender: notificationSender,
            notices: notices,
            notificationSignal: notificationSignal,
            importSignal: WorkSignal()
        )
        let wallets = PreparedWallets()
        rewards = RewardsOperations(database: database, catalogue: catalogue, wallets: wallets)
        insights = InsightsOperations(
            database: database,
            catalogue: catalogue,
            banking: banking,
            languageModel: languageModel,
            isModelRequired: isModelRequired
        )
        identity = IdentityOperations(
            database: database,
            catalogue: catalogue,
            passwords: passwords,
            tokens: tokens,
            oauthClients: OAuthClients(oauthClients, issuer: tokens.signer.issuer),
            issuers: issuers,
            failedSignInLimiter: FailedSignInLimiter(failedSignIns),
            insights: insights,
            eventSignal: eventSignal
        )
        let model = try Self.carriedModel.get()
        guardian = GuardianOperations(
            database: database,
            catalogue: catalogue,
            model: model,
            languageModel: languageModel,
            cards: cards ?? CardProcessors.simulated(over: database),
            insights: insights,
            eventSignal: eventSignal,
            notices: notices,
            notificationSignal: notificationSignal,
            wallets: wallets,
            policies: PoliciesInMemory(model)
        )
        allowance = AllowanceOperations(
            database: database,
            catalogue: catalogue,
            identity: identity,
            eventSignal: eventSignal,
            notices: notices
        )
        sync = SyncOperations(database: database, allowance: allowance, guardian: guardian)
    }

    /// Read once, whoever asks for it first.
    private static let carriedModel = Result { try ScoringModel.carried() }
}
