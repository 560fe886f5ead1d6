import NIOCore
import NIOEmbedded
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("A connection without a request")
struct ConnectionGuardTests {
    private func with(_ work: (EmbeddedChannel, ConnectionGuard) throws -> Void) throws {
        let handler = ConnectionGuard(firstRequest: .seconds(10), idle: .seconds(40))
        let channel = EmbeddedChannel(handler: handler)
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
        try work(channel, handler)
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }

    private func isOpen(_ channel: EmbeddedChannel, after seconds: Int64) -> Bool {
        channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
        return channel.isActive
    }

    @Test("is closed after ten seconds, whatever bytes come")
    func silent() throws {
        try with { channel, _ in
            for _ in 0..<9 {
                #expect(isOpen(channel, after: 1))
                try channel.writeInbound(ByteBuffer(string: "x"))
            }
            #expect(!isOpen(channel, after: 1))
        }
    }

    @Test("is left to the usual limits once a head has come")
    func begun() throws {
        try with { channel, handler in
            #expect(isOpen(channel, after: 9))
            handler.requestBegan()
            #expect(isOpen(channel, after: 1_000))
        }
    }

    @Test("is closed when it has had no stream for 40 seconds, and not while it has one")
    func streams() throws {
        try with { channel, handler in
            handler.streamBegan()
            handler.streamBegan()
            #expect(isOpen(channel, after: 1_000))
            handler.streamEnded()
            #expect(isOpen(channel, after: 1_000))
            handler.streamEnded()
            #expect(isOpen(channel, after: 39))
            handler.streamBegan()
            #expect(isOpen(channel, after: 1_000))
            handler.streamEnded()
            #expect(isOpen(channel, after: 39))
            #expect(!isOpen(channel, after: 1))
        }
    }
}
