public import Contract
import Kernel
import Store

extension IdentityOperations {
    /// Lists what happened to the caller's account, newest first.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func listAccountEvents(
        _ input: API.Identity.AccountEventsRequest,
        _ call: Call
    ) async throws -> API.Identity.AccountEventsResponse {
        let asked = input.limit?.value ?? Limits.pageRowsUsual
        let limit = min(max(asked, 1), Limits.pageRowsMost)
        return try await reading(call) { session, membership in
            let events = try AuthEvents.list(
                of: membership.member,
                before: input.before?.value ?? .max,
                limit: Int(limit),
                in: session
            )
            return API.Identity.AccountEventsResponse(
                events: events.map { API.Identity.AccountEvent($0) }
            )
        }
    }
}

extension API.Identity.AccountEvent {
    /// An event as its member sees it.
    init(_ event: AuthEvent) {
        self.init(
            eventID: event.id,
            number: event.number,
            kind: event.kind.rawValue,
            sessionID: event.session,
            clientID: event.client,
            traceID: event.trace,
            happenedAt: WireTimestamp(event.happenedAt)
        )
    }
}
