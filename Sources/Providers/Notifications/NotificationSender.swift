public import Kernel

/// Who brings a notification to a member; one implementation for each way there.
///
/// A message may be sent again: it has the same id, and where it is shown it is shown once. No call
/// is made inside a transaction.
public protocol NotificationSender: Sendable {
    /// Whether a member needs a device that is registered to be reached this way.
    var needsDevice: Bool { get }

    /// Sends a message, once.
    ///
    /// - Parameters:
    ///   - message: What is told.
    ///   - device: The member's device, where there is one.
    ///   - now: The instant of the call.
    /// - Returns: What came of it.
    func send(
        _ message: PushMessage,
        to device: DeviceToken?,
        now: Timestamp
    ) async -> Delivery
}

/// What came of a notification.
public enum Delivery: Sendable, Hashable {
    /// The service took it.
    case delivered
    /// Whoever was addressed is not there any more, and is not to be sent anything again.
    ///
    /// `since`: When that was noticed; a device that was registered later is another one.
    case gone(since: Timestamp?)
    /// It may be sent again later: the service is not reached, busy, or failed.
    ///
    /// `after`: The pause in seconds that the service asks for.
    case retry(after: Int64?, reason: String)
    /// The service does not take it, however often it is sent.
    ///
    /// `reason`: The service's word, or ours; nothing of the message.
    case refused(reason: String)
}
