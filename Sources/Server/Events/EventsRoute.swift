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
        let now = services.now()
        let token = request.bearerToken
        let sender = try await services.sender(of: token, context, now: now)
        let body = try await services.bodies.wholeBody(of: request, from: context.network)
        services.bodies.end(body)
        guard let token, let bearer = sender.bearer else { throw sender.challenge }
        let call = Call(caller: sender.caller, now: now, ids: services.ids, trace: context.trace)
        let last: Int64?
        do {
            try sender.require(Self.access, Self.scope)
            last = try request.lastEventID()
        } catch {
            try await services.operations.identity.requireLiveSession(call)
            throw error
        }
        let start = try await services.operations.guardian.startOfEvents(after: last, call)
        guard let place = services.openStreams.open(for: bearer.member) else {
            throw Problem(.rateLimited, "Too many streams of events are open", retryAfterSeconds: 5)
        }
        let stream = EventStream(
            services: services,
            call: call,
            token: token,
            household: bearer.household,
            scopes: bearer.scopes,
            start: start,
            place: place,
            context: context
        )
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream"],
            body: ResponseBody { writer in try await stream.write(to: &writer) }
        )
    }
}

extension Request {
    /// The event that the caller was told last; `nil` when it names none.
    ///
    /// - Throws: ``Problem`` `invalid`.
    fileprivate func lastEventID() throws -> Int64? {
        let field: String
        let text: String
        let query = try queryPairs().first { $0.key == "last_event_id" }
        if let named = headers.only(.lastEventID) {
            (field, text) = ("Last-Event-ID", named)
        } else if let query {
            (field, text) = query
        } else {
            return nil
        }
        guard !text.isEmpty else { return nil }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text) else {
            throw Problem.invalid([Fault(field: field, rule: "must be the id of an event")])
        }
        return number
    }
}

extension HTTPField.Name {
    /// The event that a client was told last (WHATWG HTML, section 9.2.4).
    fileprivate static let lastEventID = known("Last-Event-ID")
}
