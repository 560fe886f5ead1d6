public import Dispatch

/// A way of the device to its network.
public final class NWInterface: Sendable {
    /// The kinds of ways.
    public enum InterfaceType: Sendable, Hashable {
        /// None of the others.
        case other
        /// A wireless network.
        case wifi
        /// A mobile network.
        case cellular
        /// A cable.
        case wiredEthernet
        /// The device itself.
        case loopback
    }

    private init() {}
}

/// What the system knows of the way.
public struct NWPath: Sendable, Equatable {
    /// Whether there is one.
    public enum Status: Sendable, Hashable {
        /// There is.
        case satisfied
        /// There is none.
        case unsatisfied
        /// There would be, if somebody called.
        case requiresConnection
    }

    /// Whether there is one.
    public let status: Status

    /// Whether it goes by a kind.
    public func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool {
        fatalError("a declaration alone")
    }
}

/// What tells of the way when it changes.
public final class NWPathMonitor: Sendable {
    /// Told of each change.
    @preconcurrency public var pathUpdateHandler: (@Sendable (_ newPath: NWPath) -> Void)? {
        get { fatalError("a declaration alone") }
        set { fatalError("a declaration alone") }
    }

    /// Makes a monitor.
    public init() {}

    /// Begins to tell.
    public func start(queue: DispatchQueue) { fatalError("a declaration alone") }

    /// Tells no more.
    public func cancel() { fatalError("a declaration alone") }
}
