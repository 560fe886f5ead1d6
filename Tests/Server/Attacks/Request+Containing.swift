import HTTPTypes
import Hummingbird
import NIOCore

@testable import ServerTestbed

extension Request {
    /// A request with a body of so many bytes, which arrives in pieces.
    static func containing(_ bytes: Int) -> Request {
        let pieces = stride(from: 0, to: bytes, by: 7_000).map { start in
            ByteBuffer(repeating: UInt8(ascii: " "), count: min(7_000, bytes - start))
        }
        let stream = AsyncStream { sink in
            for piece in pieces { sink.yield(piece) }
            sink.finish()
        }
        return Request(
            head: HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/"),
            body: RequestBody(asyncSequence: stream)
        )
    }
}
