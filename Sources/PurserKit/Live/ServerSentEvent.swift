/// One event of a stream, before anybody looks what it means.
struct ServerSentEvent: Sendable, Equatable {
    /// Its own id; `nil` when it has none, and counts to the one before.
    var id: String?
    /// Its type; `message` when it does not say.
    var kind = Self.message
    /// Its data, lines joined by line feeds.
    var data: String

    static let message = "message"
}
