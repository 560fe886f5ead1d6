import Contract
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
    let sync: SyncOperations
    let call: Call
    /// What of the API the token opens.
    let scopes: APIScopes
    /// The event that was told last.
    var last: Int64
    /// Up to where the household's chain was looked at.
    var end: Int64

    var beginning: String { "id: \(last)\nretry: \(Limits.eventRetryMilliseconds)\n\n" }

    var ping: String { ": ping\n\n" }

    mutating func news() async throws -> EventNews {
        let found = try await guardian.events(after: last, call)
        last = found.events.last?.number ?? last
        let told = found.events.filter { $0.scope.isSubset(of: scopes) }
        var text = told.map(Self.text).joined()
        if found.end > end {
            // What devices copy has versions that are places in the chain.
            let newest = try await sync.newestChange(after: end, through: found.end, call)
            if let newest { text += try Self.text(API.Sync.RecordsChanged(version: newest)) }
            end = found.end
        }
        return EventNews(text: text, mayBeMore: found.events.count >= Limits.eventsPerRead)
    }

    /// That records changed: it has no id, because it is no event that could be told again.
    private static func text(_ change: API.Sync.RecordsChanged) throws -> String {
        let body = String(decoding: try WireEncoder.bytes(change), as: UTF8.self)
        return "event: records_changed\ndata: \(body)\n\n"
    }

    /// An event as it goes over the wire; its body is one line.
    private static func text(_ event: HouseholdEvent) -> String {
        "id: \(event.number)\nevent: \(event.kind)\ndata: \(event.body)\n\n"
    }
}
