import Contract
import Kernel
import Operations

/// Tells an open page of the web app that it is worth asking for it anew, and nothing else: what
/// it then shows, it asks of the endpoints.
struct PageTeller: EventTeller {
    /// What is told of what is no event.
    static let changed = "changed"

    let guardian: GuardianOperations
    let call: Call
    /// What of the API the token opens.
    let scopes: APIScopes
    /// Up to where the page was told.
    var position: FollowedPosition

    var beginning: String {
        "id: \(position.text)\nretry: \(Limits.eventRetryMilliseconds)\n\(ping)"
    }

    /// An event and no comment, of which a script would not hear: a page notices by it where
    /// something on the way keeps the stream back.
    var ping: String { "event: alive\ndata: {}\n\n" }

    mutating func news() async throws -> EventNews {
        let news = try await guardian.news(since: position, call)
        var kinds = Set(news.events.filter { $0.scope.isSubset(of: scopes) }.map(\.kind))
        if news.position.books != position.books { kinds.insert(Self.changed) }
        position = news.position
        let words = kinds.sorted().joined(separator: " ")
        return EventNews(
            text: kinds.isEmpty ? "" : "id: \(position.text)\nevent: news\ndata: \(words)\n\n",
            mayBeMore: news.events.count >= Limits.eventsPerRead
        )
    }
}

extension FollowedPosition {
    /// The position as a page and a stream have it.
    var text: String { "\(event)-\(books)" }

    /// Reads a position; `nil` for a text that is none.
    init?(_ text: String) {
        let numbers = text.split(separator: "-", omittingEmptySubsequences: false)
        guard numbers.count == 2,
            numbers.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let event = Int64(numbers[0]), let books = Int64(numbers[1])
        else { return nil }
        self.init(event: event, books: books)
    }
}
