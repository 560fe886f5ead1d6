import NIOCore

/// Who is at the other end of a connection, found out once for all its requests.
struct Peer: Sendable, Equatable {
    /// The other side's address; `nil` for a socket that is not of the Internet.
    let address: IPAddress?
    /// What its connections, and its requests unless it is a proxy, are counted under.
    let network: NetworkAddress
    /// Whether it is this machine, by whatever address the machine has.
    let isThisMachine: Bool

    /// The other end of the connection that the task serves.
    @TaskLocal static var current: Peer?

    /// Asks a connection.
    init(_ channel: any Channel) {
        address = channel.remoteAddress.flatMap { IPAddress($0) }
        network = NetworkAddress(address)
        // Whoever calls one of its own addresses calls from the same one.
        let own = channel.localAddress.flatMap { IPAddress($0) }
        isThisMachine = address.map { $0.isLoopback || $0 == own } ?? true
    }

    /// Whether it sits at this machine's usual loopback address.
    var isLocal: Bool {
        address == IPAddress("127.0.0.1") || address == IPAddress("::1")
    }
}
