import Kernel

/// How often a server does by itself what nobody asks for.
public struct Intervals: Sendable {
    /// Forgets old records and counts decisions.
    public var housekeeping = Duration.seconds(Limits.housekeepingSeconds)
    /// Asks card processors what came of open charges.
    public var reconciliation = Duration.seconds(Limits.reconcileSeconds)
    /// Pays the allowances that are due.
    public var payouts = Duration.seconds(Limits.payoutSeconds)
    /// Reads the key file anew.
    public var keyFile = Duration.seconds(Limits.keyFileSeconds)
    /// Looks for events that another process wrote, for each stream.
    public var eventPoll = Duration.milliseconds(Limits.eventPollMilliseconds)

    /// Makes the usual intervals.
    public init() {}
}
