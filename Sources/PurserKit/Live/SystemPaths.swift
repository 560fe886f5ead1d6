#if canImport(Network)
import Dispatch
import Network

/// What the system tells of the device's networks.
final class SystemPaths: PathSource {
    private let monitor = NWPathMonitor()

    func start(_ tell: @escaping @Sendable (Reachability.Status) -> Void) {
        monitor.pathUpdateHandler = { path in tell(Reachability.Status(path)) }
        monitor.start(queue: DispatchQueue(label: "purser.reachability"))
    }

    func stop() { monitor.cancel() }
}

extension Reachability.Status {
    fileprivate init(_ path: NWPath) {
        guard path.status == .satisfied else {
            self = .offline
            return
        }
        let kinds: [(NWInterface.InterfaceType, Reachability.Kind)] = [
            (.wifi, .wifi), (.cellular, .cellular), (.wiredEthernet, .ethernet),
        ]
        let used = kinds.first { path.usesInterfaceType($0.0) }
        self = .online(used?.1 ?? .unknown)
    }
}
#endif
