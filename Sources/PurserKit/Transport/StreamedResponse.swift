/// An answer whose body is still arriving.
public struct StreamedResponse: Sendable {
    /// The HTTP status.
    public let status: Int
    /// The header fields.
    public let headers: Headers
    /// The body, piece by piece; to stop reading it ends the request.
    public let pieces: AsyncThrowingStream<[UInt8], any Error>

    /// Makes an answer.
    public init(
        status: Int,
        headers: Headers,
        pieces: AsyncThrowingStream<[UInt8], any Error>
    ) {
        self.status = status
        self.headers = headers
        self.pieces = pieces
    }
}

extension StreamedResponse {
    /// The answer with its whole body, for one that tells nothing and has an end.
    ///
    /// - Throws: ``NetworkFailure``; `CancellationError`.
    func whole(upTo bytes: Int) async throws -> TransportResponse {
        var body: [UInt8] = []
        for try await piece in pieces {
            body += piece
            guard body.count <= bytes else { throw NetworkFailure.tooLarge }
        }
        // A stream that is cancelled ends as if it were whole.
        try Task.checkCancellation()
        return TransportResponse(status: status, headers: headers, body: body)
    }
}
