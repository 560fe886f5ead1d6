import HummingbirdCore
import Kernel
import Logging
import NIOCore

/// A connection that is let in by its address, has to send a first request soon, and takes in no
/// more at once than somebody reads; before TLS, and whatever is spoken in it.
struct GuardedChannel<Base: ServerChildChannel>: ServerChildChannel {
    struct Value: ServerChildChannelValue {
        let base: Base.Value
        let peer: Peer
        var channel: any Channel { base.channel }
    }

    private let base: Base
    private let connections: OpenConnections
    private let firstRequest: TimeAmount

    init(_ base: Base, _ connections: OpenConnections, firstRequest: Duration) {
        self.base = base
        self.connections = connections
        self.firstRequest = TimeAmount(firstRequest)
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let peer = Peer(channel)
        guard connections.admit(peer, channel.closeFuture) else {
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(TooManyConnections())
        }
        do {
            // What one read brings is kept until somebody asks for it: NIO would take 256 KiB.
            let bytes = Limits.readBytes
            let allocator = AdaptiveRecvByteBufferAllocator(
                minimum: 1_024,
                initial: 2_048,
                maximum: bytes
            )
            try channel.syncOptions?.setOption(.recvAllocator, value: allocator)
            try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
            try channel.pipeline.syncOperations.addHandler(
                ConnectionGuard(
                    firstRequest: firstRequest,
                    idle: .seconds(Int64(Limits.requestSeconds)) + firstRequest
                )
            )
        } catch {
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(error)
        }
        return base.setup(channel: channel, logger: logger).map { Value(base: $0, peer: peer) }
    }

    func handle(value: Value, logger: Logger) async {
        await Peer.$current.withValue(value.peer) {
            await base.handle(value: value.base, logger: logger)
        }
    }
}

/// The network address holds as many connections as it may.
struct TooManyConnections: Error {}
