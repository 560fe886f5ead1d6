public import Kernel
public import Providers
import Synchronization

/// A push service of a test: answers as it is told, or takes everything, and remembers what came.
public final class ScriptedSender: NotificationSender {
    /// A message as it came.
    public struct Sent: Sendable {
        /// The message.
        public let message: PushMessage
        /// Its device.
        public let device: DeviceToken?
    }

    private struct State {
        var answers: [Delivery] = []
        var sent: [Sent] = []
    }

    /// Whether members are reached by their devices.
    public let needsDevice: Bool

    private let state = Mutex(State())

    /// Makes a service that takes everything.
    public init(needsDevice: Bool = true) {
        self.needsDevice = needsDevice
    }

    /// What came so far, the earliest first.
    public var sent: [Sent] { state.withLock { $0.sent } }

    /// The kinds of what came so far, in the order of their names.
    public var kinds: [String] { sent.map(\.message.kind).sorted() }

    /// Says what it answers to the next messages.
    public func answer(_ answers: Delivery...) {
        state.withLock { $0.answers += answers }
    }

    /// Takes a message, or answers as it was told.
    public func send(
        _ message: PushMessage,
        to device: DeviceToken?,
        now: Timestamp
    ) async -> Delivery {
        state.withLock { state in
            state.sent.append(Sent(message: message, device: device))
            return state.answers.isEmpty ? .delivered : state.answers.removeFirst()
        }
    }
}
