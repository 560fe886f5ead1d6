/// A file that is made while it is sent, so that a history of any length needs no memory.
public struct ExportFile: Sendable {
    /// Takes a piece of the file, and returns when it wants the next one.
    public typealias Sink = ([UInt8]) async throws -> Void

    /// The name to save it under: letters, digits, hyphens and points alone.
    public let name: String
    /// The media type.
    public let mediaType: String
    private let body: @Sendable (Sink) async throws -> Void

    init(
        name: String,
        mediaType: String,
        _ body: @escaping @Sendable (Sink) async throws -> Void
    ) {
        self.name = name
        self.mediaType = mediaType
        self.body = body
    }

    /// Hands out the file from its beginning, piece by piece.
    ///
    /// Each piece is read by itself: while `sink` takes its time, no connection to the database and
    /// no snapshot is held.
    ///
    /// - Throws: ``Problem`` `unauthenticated` when the session ended meanwhile, `conflict` when
    ///   the household got another time zone; `DatabaseError`; what `sink` throws. The file is
    ///   then not whole.
    public func write(to sink: Sink) async throws { try await body(sink) }
}
