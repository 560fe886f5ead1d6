import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import Server
@testable import ServerTestbed

@Suite("A request that takes its time to arrive")
struct SlowRequestGuardTests {
    private let head = HTTPRequestPart.head(
        HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/")
    )
    private let piece = HTTPRequestPart.body(ByteBuffer(string: "{"))

    /// Feeds parts at seconds, and tells whether the connection is open after each.
    private func isOpen(_ parts: [(second: Int64, part: HTTPRequestPart?)]) throws -> [Bool] {
        let channel = EmbeddedChannel(handler: SlowRequestGuard(limit: .seconds(30)))
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
        var second: Int64 = 0
        let open = try parts.map { step in
            channel.embeddedEventLoop.advanceTime(by: .seconds(step.second - second))
            second = step.second
            if let part = step.part, channel.isActive { try channel.writeInbound(part) }
            return channel.isActive
        }
        _ = try? channel.finish(acceptAlreadyClosed: true)
        return open
    }

    @Test("is cut off after 30 seconds, however steadily it drips")
    func slow() throws {
        #expect(try isOpen([(0, head), (29, nil), (30, nil)]) == [true, true, false])
        #expect(
            try isOpen([(0, head), (10, piece), (20, piece), (29, piece), (30, nil)])
                == [true, true, true, true, false]
        )
    }

    @Test("that arrived whole is not cut off, and neither is the wait for the next one")
    func whole() throws {
        #expect(try isOpen([(0, head), (1, .end(nil)), (31, nil), (500, nil)]).last == true)
    }

    @Test("whose answer nobody reads is cut off after 30 seconds, unless somebody reads again")
    func unread() throws {
        for readsAgain in [false, true] {
            let channel = EmbeddedChannel(handler: SlowRequestGuard(limit: .seconds(30)))
            try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
            channel.isWritable = false
            channel.pipeline.fireChannelWritabilityChanged()
            channel.embeddedEventLoop.advanceTime(by: .seconds(29))
            #expect(channel.isActive)
            if readsAgain {
                channel.isWritable = true
                channel.pipeline.fireChannelWritabilityChanged()
            }
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            #expect(channel.isActive == readsAgain)
            _ = try? channel.finish(acceptAlreadyClosed: true)
        }
    }

    @Test("has 30 seconds of its own, after one that came before it")
    func next() throws {
        let parts: [(Int64, HTTPRequestPart?)] = [
            (0, head), (20, .end(nil)), (25, head), (31, nil), (54, nil), (55, nil),
        ]
        #expect(try isOpen(parts) == [true, true, true, true, true, false])
    }
}
