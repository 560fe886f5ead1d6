/// Whether the server can be reached, as far as anybody can tell.
///
/// On Apple's platforms the system tells what networks there are, and how. Elsewhere only calls
/// tell: the last one that reached the server, or did not. An answered call is believed everywhere,
/// because a server on this very machine is reached without any network.
///
/// ```swift
/// for await status in purser.reachability.updates {
///     banner.isHidden = status != .offline
/// }
/// ```
public final class Reachability: Sendable {
    /// What is known.
    public enum Status: Sendable, Hashable {
        /// Nobody has looked yet.
        case unknown
        /// There is a way, of some kind.
        case online(Kind)
        /// There is none.
        case offline
    }

    /// By what a device is connected.
    public enum Kind: String, Sendable, CaseIterable {
        /// A wireless network.
        case wifi
        /// A mobile network.
        case cellular
        /// A cable.
        case ethernet
        /// Something else, or nobody can tell.
        case unknown

        /// The kind as people read it.
        public var displayName: String {
            switch self {
            case .wifi: "Wi-Fi"
            case .cellular: "Cellular"
            case .ethernet: "Ethernet"
            case .unknown: "Unknown"
            }
        }
    }

    private let present: Broadcast<Status>
    private let paths: (any PathSource)?

    /// Looks with the platform's own means.
    convenience init() { self.init(paths: Paths.ofPlatform) }

    /// Looks with some means; by calls alone when there are none.
    init(paths: (any PathSource)?) {
        let present = Broadcast(Status.unknown)
        self.present = present
        self.paths = paths
        paths?.start { present.tell($0) }
    }

    deinit { paths?.stop() }

    /// What is known now.
    public var status: Status { present.value }

    /// Whether it is worth trying: only a known want of any network speaks against it.
    public var isConnected: Bool { status != .offline }

    /// What is known now, and every change from now on.
    public var updates: AsyncStream<Status> { present.values }

    /// Takes what a try showed.
    func note(_ reached: Bool) {
        if reached {
            if case .online = status { return }
            present.tell(.online(.unknown))
        } else if paths == nil {
            // Where the system tells of networks, a server that is down is no reason to say more.
            present.tell(.offline)
        }
    }
}

/// What tells of the device's networks.
protocol PathSource: Sendable {
    /// Begins to tell, the present state first.
    func start(_ tell: @escaping @Sendable (Reachability.Status) -> Void)
    /// Tells no more.
    func stop()
}

/// Where a device's networks are told of.
enum Paths {
    /// The platform's own; `nil` where it has none.
    static var ofPlatform: (any PathSource)? {
        #if canImport(Network)
        SystemPaths()
        #else
        nil
        #endif
    }
}
