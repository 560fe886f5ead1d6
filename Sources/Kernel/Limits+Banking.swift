/// The bounds of Banking: lists, banks, notifications.
extension Limits {
    // MARK: Lists

    /// Transactions that a page shows unless the caller says how many.
    public static let transactionsUsual: Int64 = 50
    /// The most days that a summary is asked for by their number.
    public static let summaryDays: Int64 = 366
    /// The days of a summary that nobody asks for by number or date.
    public static let summaryDaysUsual = 30
    /// The days that recent transactions are of, today included.
    public static let recentDays = 7
    /// Recent transactions that are shown.
    public static let recentRows = 50
    /// Transactions changed since an instant that are shown, besides the rest of its second.
    public static let changedRows = 500

    // MARK: Banks

    /// The longest that one call to a bank provider may take, in seconds.
    public static let bankCallSeconds = 15
    /// How often a call to a bank provider is tried in all.
    public static let bankCallAttempts = 3
    /// The pause after the first failed call to a bank provider, in milliseconds; it doubles.
    public static let bankPauseMilliseconds: Int64 = 500
    /// The longest pause before a call is tried again, in milliseconds.
    public static let bankPauseMostMilliseconds: Int64 = 4_000
    /// The longest answer of a bank provider, in bytes.
    public static let bankAnswerBytes = 8_388_608
    /// Changes of transactions that are asked for at once: the most that Plaid gives.
    public static let bankPageRows = 500
    /// The longest name that is taken from a bank provider, in Unicode scalars.
    public static let bankTextCharacters = 500
    /// The longest cursor of a bank provider, in bytes.
    public static let bankCursorBytes = 1_024
    /// The longest public token, in bytes.
    public static let publicTokenBytes = 255
    /// How long a link token of the sandbox may be used, in milliseconds.
    public static let linkTokenMilliseconds: Int64 = 1_800_000
    /// How old a webhook of a bank provider may be, in milliseconds.
    public static let bankWebhookMilliseconds: Int64 = 300_000
    /// How far in the future a webhook may have been signed, in milliseconds.
    public static let bankWebhookLeewayMilliseconds: Int64 = 30_000
    /// Keys of a provider's webhooks that are remembered.
    public static let webhookKeys = 16
    /// How long a key of webhooks is good without asking again, in milliseconds.
    public static let webhookKeyMilliseconds: Int64 = 3_600_000
    /// How often keys of webhooks are asked for in ``webhookKeyWindowMilliseconds``.
    public static let webhookKeyQuestions = 10
    /// The window in which questions for keys of webhooks count, in milliseconds.
    public static let webhookKeyWindowMilliseconds: Int64 = 60_000
    /// Keys that seal secrets in the database: the current one and those before it.
    public static let sealingKeys = 16

    // MARK: Notifications

    /// The longest payload of a push notification, in bytes.
    ///
    /// Source: Apple, "Generating a remote notification", read 2026-11-25.
    public static let pushPayloadBytes = 4_096
    /// The longest title of a notification, in Unicode scalars.
    public static let pushTitleCharacters = 200
    /// The longest that a push service may take to answer, in seconds.
    public static let pushSeconds = 10
    /// The longest answer of a push service, in bytes.
    public static let pushAnswerBytes = 4_096
    /// Notifications that are sent to a push service at once.
    public static let pushesAtOnce = 50
    /// Notifications that may wait for those that are being sent.
    public static let pushesWaiting = 1_000
    /// The age at which the token that we show a push service is made anew, in seconds.
    public static let providerTokenSeconds: Int64 = 2_400
    /// The age before which it is not made anew, in seconds.
    ///
    /// Source: Apple, "Establishing a token-based connection to APNs", read 2026-11-25: not more
    /// often than every 20 minutes, and not less often than every 60.
    public static let providerTokenSecondsLeast: Int64 = 1_200
    /// The longest token of a device, in characters.
    public static let deviceTokenCharacters = 400
    /// The longest that a webhook's receiver may take to answer, in seconds.
    public static let webhookSeconds = 10
    /// The longest answer of a webhook's receiver, in bytes.
    public static let webhookAnswerBytes = 65_536
    /// The longest URL of a webhook's receiver, in bytes.
    public static let webhookURLBytes = 2_048
    /// Secrets that webhooks may be signed with at once.
    public static let webhookSecrets = 4
    /// The shortest secret of a webhook, in bytes.
    public static let webhookSecretBytes = 16
    /// The longest header with a webhook's signatures that is read, in bytes.
    public static let webhookSignatureBytes = 1_024
    /// The longest pause that a service may ask for before it is called again, in seconds.
    public static let retryAfterSeconds: Int64 = 86_400
    /// The longest name in a notification's sentence, in Unicode scalars.
    public static let notificationNameCharacters = 60
    /// Notifications that are remembered where no push service is configured.
    public static let notificationsRemembered = 100

    /// How they hang together, each with a sentence.
    static let bankingRelations: [(String, Bool)] = [
        (
            "a provider's token is renewed before its hour is over, and not too often",
            providerTokenSecondsLeast <= providerTokenSeconds && providerTokenSeconds < 3_600
        ),
        (
            "a title leaves room in a payload",
            pushTitleCharacters * 6 <= pushPayloadBytes / 2
        ),
        ("a bank is asked within a request", bankCallSeconds < requestSeconds),
        ("pauses grow up to the longest", bankPauseMilliseconds <= bankPauseMostMilliseconds),
        ("a public token may be an identifier", publicTokenBytes == identifierCharacters),
    ]
}
