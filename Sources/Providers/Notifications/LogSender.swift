import DequeModule
public import Kernel
import Synchronization

/// The sender that is built in: it brings nothing to anybody, and notes what it would have sent.
///
/// In use where no push service is configured.
public final class LogSender: NotificationSender {
    /// What is noted of a message: nothing of what it says, and nothing of its device.
    public struct Entry: Sendable, Hashable {
        /// What it is about.
        public let kind: String
        /// The trace of the request that it came of.
        public let trace: String?
    }

    private let note: @Sendable (Entry) -> Void
    private let kept = Mutex(Deque<PushMessage>())

    /// It stands in for a push service, which finds a member by a device.
    public var needsDevice: Bool { true }

    /// Makes a sender.
    ///
    /// - Parameter note: Writes an entry to the log.
    public init(_ note: @escaping @Sendable (Entry) -> Void) {
        self.note = note
    }

    /// The newest messages, oldest first; at most ``Limits/notificationsRemembered``.
    public var messages: [PushMessage] { kept.withLock { Array($0) } }

    /// Notes a message.
    public func send(
        _ message: PushMessage,
        to device: DeviceToken?,
        now: Timestamp
    ) async -> Delivery {
        guard device != nil else { return .refused(reason: "no device") }
        guard now < message.expiresAt else { return .refused(reason: "expired") }
        kept.withLock { kept in
            if kept.count == Limits.notificationsRemembered { kept.removeFirst() }
            kept.append(message)
        }
        note(Entry(kind: message.kind, trace: message.trace))
        return .delivered
    }
}
