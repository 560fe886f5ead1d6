import Contract
import Hummingbird
import Kernel
import NIOCore
import NIOHTTP1
import Synchronization

/// The bytes that requests may take in memory, all together and those of one network address.
///
/// Each request counts from when its body is awaited to when it has been answered, with the bytes
/// of it that have arrived; one without a body counts as a small one, because it may never end.
/// Large bodies leave a quarter of either to small requests: those go on where these are too many.
final class BodyBudget: Sendable {
    /// A body that arrived whole; ``BodyBudget/end(_:)`` must follow.
    struct Body {
        let bytes: ByteBuffer
        fileprivate let room: Int
        fileprivate let network: NetworkAddress
    }

    private struct State {
        var total = 0
        var byNetwork: [NetworkAddress: Int] = [:]
    }

    private let most: Int
    private let share: Int
    private let state = Mutex(State())

    /// Makes a budget of so many bytes, a quarter of which one network may have; 0 limits nothing.
    init(_ most: Int) {
        self.most = most
        share = most / 4
    }

    /// How much is taken.
    var taken: Int { state.withLock { $0.total } }

    /// The whole body of a request, if it is not too large and there is room for it.
    ///
    /// `largest`: How many bytes it may have.
    ///
    /// - Throws: ``Problem`` `payloadTooLarge`; `unavailable` when the budget is used up; `invalid`
    ///   when its chunks are malformed.
    func wholeBody(
        of request: Request,
        from network: NetworkAddress,
        upTo largest: Int = Limits.bodyBytes
    ) async throws -> Body {
        if let length = request.headers.only(.contentLength).flatMap(Int.init), length > largest {
            throw Problem(.payloadTooLarge)
        }
        var room = 0
        do {
            try take(Limits.bodyRoomBytes, isLarge: false, for: network, of: &room)
            var bytes = ByteBuffer()
            for try await piece in request.body {
                let count = bytes.readableBytes + piece.readableBytes
                guard count <= largest else { throw Problem(.payloadTooLarge) }
                if count > room {
                    try take(count - room, isLarge: true, for: network, of: &room)
                }
                if bytes.readableBytes == 0 {
                    bytes = piece
                } else {
                    bytes.writeImmutableBuffer(piece)
                }
            }
            return Body(bytes: bytes, room: room, network: network)
        } catch {
            give(room, of: network)
            guard let error = error as? HTTPParserError else { throw error }
            throw Problem.invalid("The body is not HTTP: \(error)")
        }
    }

    /// Ends what a body takes.
    func end(_ body: Body) { give(body.room, of: body.network) }

    private func take(
        _ bytes: Int,
        isLarge: Bool,
        for network: NetworkAddress,
        of room: inout Int
    ) throws {
        guard most > 0 else { return room += bytes }
        let hasRoom = state.withLock { state in
            let own = state.byNetwork[network, default: 0] + bytes
            let all = state.total + bytes
            guard own <= (isLarge ? share - share / 4 : share),
                all <= (isLarge ? most - most / 4 : most)
            else { return false }
            state.byNetwork[network] = own
            state.total = all
            return true
        }
        guard hasRoom else {
            let sentence = "Too much is being received at once; try again later"
            throw Problem(.unavailable, sentence, retryAfterSeconds: 1)
        }
        room += bytes
    }

    private func give(_ bytes: Int, of network: NetworkAddress) {
        guard most > 0, bytes > 0 else { return }
        state.withLock { state in
            state.total -= bytes
            let own = state.byNetwork[network, default: bytes] - bytes
            state.byNetwork[network] = own == 0 ? nil : own
        }
    }
}
