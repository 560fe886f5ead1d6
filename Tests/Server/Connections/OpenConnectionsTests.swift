import NIOCore
import NIOEmbedded
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("Connections that an address holds")
struct OpenConnectionsTests {
    private func connections(
        _ perAddress: Int,
        exceptsThisMachine: Bool = true,
        trusting proxies: [String] = []
    ) throws -> OpenConnections {
        var settings = ConnectionSettings()
        settings.perAddress = perAddress
        settings.exceptsThisMachine = exceptsThisMachine
        let blocks = try proxies.map { try #require(AddressBlock($0)) }
        return OpenConnections(settings, TrustedProxies(blocks))
    }

    /// A connection from an address to another.
    private func channel(_ remote: String, _ local: String = "192.0.2.1") throws -> EmbeddedChannel
    {
        let channel = EmbeddedChannel()
        channel.remoteAddress = try SocketAddress(ipAddress: remote, port: 1)
        channel.localAddress = try SocketAddress(ipAddress: local, port: 8_080)
        return channel
    }

    private func admits(_ connections: OpenConnections, _ channel: EmbeddedChannel) -> Bool {
        connections.admit(Peer(channel), channel.closeFuture)
    }

    @Test("are as many as it may, until one of them closes")
    func closes() throws {
        let connections = try connections(2)
        let first = try channel("203.0.113.1")
        try first.connect(to: SocketAddress(ipAddress: "203.0.113.1", port: 1)).wait()
        #expect(admits(connections, first))
        for isAdmitted in [true, false, false] {
            #expect(admits(connections, try channel("203.0.113.1")) == isAdmitted)
        }
        #expect(admits(connections, try channel("203.0.113.2")))
        _ = try first.finish()
        for isAdmitted in [true, false] {
            #expect(admits(connections, try channel("203.0.113.1")) == isAdmitted)
        }
    }

    @Test("are those of its /64")
    func networks() throws {
        let connections = try connections(1)
        #expect(admits(connections, try channel("2001:db8::1")))
        #expect(!admits(connections, try channel("2001:db8::2")))
        #expect(admits(connections, try channel("2001:db8:0:1::1")))
    }

    @Test("are any number from a trusted proxy, from this machine, and where nothing is limited")
    func excepted() throws {
        let many = { (connections: OpenConnections, remote: String, local: String) in
            try (0..<9).allSatisfy { _ in admits(connections, try channel(remote, local)) }
        }
        let trusting = try connections(1, trusting: ["203.0.113.0/24"])
        #expect(try many(trusting, "203.0.113.9", "192.0.2.1"))
        #expect(try !many(trusting, "203.0.114.9", "192.0.2.1"))
        #expect(try many(try connections(0), "203.0.113.9", "192.0.2.1"))
        for (remote, local) in [("127.0.0.1", "127.0.0.1"), ("192.0.2.1", "192.0.2.1")] {
            #expect(try many(try connections(1), remote, local))
            #expect(try !many(try connections(1, exceptsThisMachine: false), remote, local))
        }
    }
}
