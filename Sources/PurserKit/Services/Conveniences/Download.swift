/// A file that is still arriving, piece by piece.
///
/// To stop reading ends the request. A file that ends with an error is not whole.
///
/// - Throws: Reading throws ``PurserError``, or `CancellationError`.
public struct Download: AsyncSequence, Sendable {
    /// A piece of the file.
    public typealias Element = [UInt8]

    /// The media type, as the server tells it.
    public let mediaType: String?
    /// The name that the server gives it.
    public let fileName: String?
    private let pieces: AsyncThrowingStream<[UInt8], any Error>

    init(_ response: StreamedResponse) {
        mediaType = response.headers["Content-Type"]
        fileName = response.headers["Content-Disposition"]?
            .firstMatch(of: /filename="([A-Za-z0-9.\-]+)"/).map { String($0.1) }
        pieces = response.pieces
    }

    /// Reads the file from its beginning; there is only one beginning.
    public func makeAsyncIterator() -> Iterator { Iterator(pieces: pieces.makeAsyncIterator()) }

    /// Reads piece after piece.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var pieces: AsyncThrowingStream<[UInt8], any Error>.Iterator

        /// The next piece; `nil` when the file is whole.
        ///
        /// - Throws: ``PurserError`` `network`; `CancellationError`.
        public mutating func next() async throws -> [UInt8]? {
            do {
                let piece = try await pieces.next()
                // A stream that is cancelled ends as if it were whole.
                if piece == nil { try Task.checkCancellation() }
                return piece
            } catch {
                throw PurserError(try Client.failure(error))
            }
        }
    }
}
