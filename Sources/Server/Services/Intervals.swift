import Kernel

/// How often a server does by itself what nobody asks for.
public struct Intervals: Sendable {
    /// Forgets old records and counts decisions.
    public var housekeeping = Duration.seconds(Limits.housekeepingSeconds)
    /// Asks card processors what came of open charges.
    public var reconciliation = Duration.seconds(Limits.reconcileSeconds)
    /// Pays the allowances that are due.
    public var payouts = Duration.seconds(Limits.payoutSeconds)
    /// Lets changes of policies take effect whose time has come.
    public var policyChanges = Duration.seconds(60)
    /// Reads accounts at banks that are due.
    public var bankSyncs = Duration.seconds(Limits.bankLookSeconds)
    /// Goes on with imports of bank files that nobody works on.
    public var imports = Duration.seconds(Limits.importLookSeconds)
    /// Gives back bank files that were held for long enough.
    public var heldFiles = Duration.seconds(Limits.heldFileLookSeconds)
    /// Looks for notifications that are due, beside those of which this process knows.
    public var notifications = Duration.seconds(Limits.notificationSeconds)
    /// Looks for members whose spending is to be summed up.
    public var summaries = Duration.seconds(Limits.summarySeconds)
    /// Reads the key file anew.
    public var keyFile = Duration.seconds(Limits.keyFileSeconds)
    /// Looks for events that another process wrote, for each stream.
    public var eventPoll = Duration.milliseconds(Limits.eventPollMilliseconds)

    /// Makes the usual intervals.
    public init() {}
}
