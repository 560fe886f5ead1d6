import Contract
import Hummingbird
import Kernel
import Operations

extension PipelineServices {
    /// Opens a stream of events; everything before its first line is as with any endpoint: rate,
    /// token, live session.
    ///
    /// `begin`: Reads from the request where to begin, for somebody who may follow.
    ///
    /// - Throws: ``Problem`` `unauthenticated`, `forbidden`, `rateLimited` when too much is asked
    ///   or too many streams are open; what `begin` throws.
    func openStream<Teller: EventTeller>(
        for request: Request,
        of token: String?,
        _ context: PurserContext,
        _ begin: (Call, SignedIn) async throws -> Teller
    ) async throws -> Response {
        let now = now()
        let sender = try await sender(of: token, context, now: now)
        let body = try await bodies.wholeBody(of: request, from: context.network)
        bodies.end(body)
        guard let token, let bearer = sender.bearer else { throw sender.challenge }
        let call = Call(caller: sender.caller, now: now, ids: ids, trace: context.trace)
        let teller: Teller
        do {
            try sender.require(EventsRoute.access, EventsRoute.scope)
            teller = try await begin(call, bearer)
        } catch {
            // A refusal must not be heard by whom the database would not let in any more.
            try await operations.identity.requireLiveSession(call)
            throw error
        }
        guard let place = openStreams.open(for: bearer.member) else {
            throw Problem(.rateLimited, "Too many streams of events are open", retryAfterSeconds: 5)
        }
        let stream = EventStream(
            services: self,
            token: token,
            household: bearer.household,
            teller: teller,
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
