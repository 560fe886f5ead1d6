import Kernel
import Operations

/// What a stream of events says, one reading after the other.
protocol EventTeller: Sendable {
    /// What is said before anything happens.
    ///
    /// It has an id, so that a client whose first connection breaks at once still knows behind what
    /// to go on.
    var beginning: String { get }
    /// What is said when nothing has been said for a while.
    var ping: String { get }

    /// What happened since the last reading.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    mutating func news() async throws -> EventNews
}

/// What one reading found.
struct EventNews: Sendable {
    /// As it goes over the wire; empty where there is nothing to say.
    let text: String
    /// Whether the reading was full, and may have left something behind.
    let mayBeMore: Bool
}

/// Tells the events themselves.
struct HouseholdTeller: EventTeller {
    let guardian: GuardianOperations
    let call: Call
    /// What of the API the token opens.
    let scopes: APIScopes
    /// The event that was told last.
    var last: Int64

    var beginning: String { "id: \(last)\nretry: \(Limits.eventRetryMilliseconds)\n\n" }

    var ping: String { ": ping\n\n" }

    mutating func news() async throws -> EventNews {
        let events = try await guardian.events(after: last, call)
        last = events.last?.number ?? last
        let told = events.filter { $0.scope.isSubset(of: scopes) }
        return EventNews(
            text: told.map(Self.text).joined(),
            mayBeMore: events.count >= Limits.eventsPerRead
        )
    }

    /// An event as it goes over the wire; its body is one line.
    private static func text(_ event: HouseholdEvent) -> String {
        "id: \(event.number)\nevent: \(event.kind)\ndata: \(event.body)\n\n"
    }
}
