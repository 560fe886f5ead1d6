import Contract
import HTTPTypes
import Hummingbird
import Kernel
import NIOCore
import Operations

/// `GET /guardian/events`: what happens in the caller's household, told as it happens.
///
/// Everything before the first event is as with any endpoint: rate, token, live session.
struct EventsRoute: Sendable {
    static let path: PathTemplate = "/guardian/events"
    static let surface = Surface.guardian
    static let access = Access.member
    static let scope = APIScopes.guardianRead

    let name: String
    let services: PipelineServices
    let metrics: EndpointMetrics

    func respond(to request: Request, _ context: PurserContext) async -> Response {
        let started = ContinuousClock.now
        let response: Response
        do {
            response = try await open(request, context)
        } catch {
            response = services.refusal(of: name, because: error, on: Self.surface, context)
        }
        services.note(response, of: name, in: metrics, since: started, context)
        return response
    }

    private func open(_ request: Request, _ context: PurserContext) async throws -> Response {
        let guardian = services.operations.guardian
        return try await services.openStream(
            for: request,
            of: request.bearerToken,
            context
        ) { call, bearer in
            let last = try request.lastEventID()
            let start = try await guardian.startOfEvents(after: last, call)
            return HouseholdTeller(
                guardian: guardian,
                sync: services.operations.sync,
                call: call,
                scopes: bearer.scopes,
                last: start.event,
                end: start.end
            )
        }
    }
}

extension Request {
    /// The event that the caller was told last; `nil` when it names none.
    ///
    /// - Throws: ``Problem`` `invalid`.
    fileprivate func lastEventID() throws -> Int64? {
        guard let (field, text) = try lastTold(orIn: "last_event_id") else { return nil }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text) else {
            throw Problem.invalid([Fault(field: field, rule: "must be the id of an event")])
        }
        return number
    }

    /// What the caller says it was told last, in the header (WHATWG HTML, section 9.2.4) or in a
    /// parameter, and which of them says it; `nil` when it says nothing.
    ///
    /// - Throws: ``Problem`` `invalid`.
    func lastTold(orIn parameter: String) throws -> (field: String, text: String)? {
        let query = try queryPairs().first { $0.key == parameter }
        guard let text = headers.only(.lastEventID) else {
            return query.flatMap { $0.value.isEmpty ? nil : (parameter, $0.value) }
        }
        return text.isEmpty ? nil : ("Last-Event-ID", text)
    }
}

extension HTTPField.Name {
    /// The event that a client was told last.
    fileprivate static let lastEventID = known("Last-Event-ID")
}
