import Kernel
import NIOCore
import Synchronization

/// How many connections each network address holds, so that none holds all there are.
final class OpenConnections: Sendable {
    private let settings: ConnectionSettings
    private let proxies: TrustedProxies
    private let counts = Mutex<[NetworkAddress: Int]>([:])

    init(_ settings: ConnectionSettings, _ proxies: TrustedProxies) {
        self.settings = settings
        self.proxies = proxies
    }

    /// Counts a connection until it closes, if its network may hold one more.
    func admit(_ peer: Peer, _ closed: EventLoopFuture<Void>) -> Bool {
        guard isCounted(peer) else { return true }
        let network = peer.network
        let isAdmitted = counts.withLock { counts in
            let count = counts[network, default: 0]
            guard count < settings.perAddress else { return false }
            counts[network] = count + 1
            return true
        }
        if isAdmitted { closed.whenComplete { _ in self.leave(network) } }
        return isAdmitted
    }

    /// Many people's connections come from a proxy, and this machine does not attack itself.
    private func isCounted(_ peer: Peer) -> Bool {
        guard settings.perAddress > 0 else { return false }
        if settings.exceptsThisMachine, peer.isThisMachine { return false }
        return peer.address.map { !proxies.contains($0) } ?? true
    }

    private func leave(_ network: NetworkAddress) {
        counts.withLock { counts in
            let count = counts[network, default: 1] - 1
            counts[network] = count == 0 ? nil : count
        }
    }
}
