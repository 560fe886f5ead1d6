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

    /// Exports that a member may have running in one process.
    public static let exportsPerMember = 2
    /// Exports that may run in one process; each holds a connection for as long as it lasts.
    public static let exports = 32

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
    /// After how many failures in a row a member is told that a bank brings nothing.
    public static let bankFailuresTold = 5
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
    /// Sign-ins at banks that a member may have linked at once.
    public static let bankItems = 32
    /// Accounts of one sign-in that are taken over.
    public static let bankItemAccounts = 64
    /// How long who reads an item may take for one page, in milliseconds; then it counts as dead.
    public static let bankLeaseMilliseconds: Int64 = 120_000
    /// How long a second call waits for the sync that runs, in milliseconds.
    public static let bankWaitMilliseconds: Int64 = 30_000
    /// The pause between two looks at a sync that runs, in milliseconds.
    public static let bankWaitPauseMilliseconds: Int64 = 150
    /// How often one sync begins again because the provider's data changed meanwhile.
    public static let bankRestarts = 3
    /// Pages that one sync reads at most; the next one goes on from there.
    public static let bankPages = 2_000
    /// The age at which an account should be synced again, in milliseconds.
    public static let bankFreshMilliseconds: Int64 = 14_400_000
    /// The pause after the first failed sync of an item, in milliseconds; it doubles.
    public static let bankRetryMilliseconds: Int64 = 300_000
    /// The longest pause before an item is read again by itself, in milliseconds.
    public static let bankRetryMostMilliseconds: Int64 = 86_400_000
    /// Items that one round reads because they are due.
    public static let bankItemsDue = 50
    /// How often a server looks for items that are due, in seconds.
    public static let bankLookSeconds = 60
    /// Records that are withdrawn in one transaction when an account is unlinked.
    public static let bankPieceRows = 500
    /// The most that is kept of what a provider said of a record, in bytes.
    public static let bankOriginalBytes = 8_192
    /// Days by which a posted record may follow the pending one that it was.
    public static let bankPostingDays = 7
    /// Days by which a bank's record may follow the charge that it is.
    public static let chargeAbsorbDays = 5
    /// Charges and records that are alike, of which one is looked for.
    public static let alikeRows = 64

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
    /// Notifications that one run takes from the outbox at once.
    public static let notificationsAtOnce = 32
    /// How long a run may take to send what it took before others take it, in milliseconds.
    public static let notificationLeaseMilliseconds: Int64 = 60_000
    /// How often a server looks for notifications that are due, in seconds.
    public static let notificationSeconds = 30
    /// How long notifications are kept, so that nobody is told twice, in milliseconds: longer than
    /// a month, for which limits count.
    public static let notificationKeptMilliseconds: Int64 = 40 * 86_400_000
    /// Notifications of one kind that a member is told in ``notificationWindowMilliseconds``; what
    /// is above is not told.
    public static let notificationsOfKind = 20
    /// The window in which notifications of one kind count, in milliseconds.
    public static let notificationWindowMilliseconds: Int64 = 3_600_000
    /// The longest content of a notification as it is kept, in bytes.
    public static let notificationBytes = 8_192
    /// The days up to today of which large transactions are told; older ones are history.
    public static let notifiedDays = 3
    /// How often a server looks for summaries that are due, in seconds.
    public static let summarySeconds = 900
    /// How old summaries may be that a server makes at its start, in milliseconds.
    public static let summaryMilliseconds: Int64 = 6 * 3_600_000
    /// Members whose spending is summed up in one transaction.
    public static let summaryMembers = 32

    /// How they hang together, each with a sentence.
    static let bankingRelations: [(String, Bool)] = [
        (
            "streams and exports leave connections for calls",
            (eventStreams + exports) * 2 <= connections
        ),
        (
            "a provider's token is renewed before its hour is over, and not too often",
            providerTokenSecondsLeast <= providerTokenSeconds && providerTokenSeconds < 3_600
        ),
        (
            "a title leaves room in a payload",
            pushTitleCharacters * 6 <= pushPayloadBytes / 2
        ),
        (
            "what a run took is sent, or given up, before others take it",
            notificationLeaseMilliseconds > Int64(2 * max(pushSeconds, webhookSeconds)) * 1_000
        ),
        (
            "all that a run takes is sent at once",
            notificationsAtOnce <= pushesAtOnce
        ),
        ("a bank is asked within a request", bankCallSeconds < requestSeconds),
        ("pauses grow up to the longest", bankPauseMilliseconds <= bankPauseMostMilliseconds),
        (
            "a page is asked for while its lease lasts",
            Int64(bankCallSeconds * bankCallAttempts) * 1_000
                + bankPauseMostMilliseconds * Int64(bankCallAttempts) < bankLeaseMilliseconds
        ),
        (
            "a sync that failed is tried again while it is fresh",
            bankRetryMilliseconds < bankFreshMilliseconds
        ),
        ("a public token may be an identifier", publicTokenBytes == identifierCharacters),
    ]
}
