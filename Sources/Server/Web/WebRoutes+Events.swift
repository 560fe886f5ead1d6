import Contract
import HTTPTypes
import Hummingbird
import Kernel
import Operations
import Web

/// The stream by which an open page hears that there is something new to show.
extension WebRoutes {
    func addEvents(to router: Router<PurserContext>) {
        router.get(RouterPath(WebApp.events)) { request, context in
            let started = ContinuousClock.now
            let operation = "followPage"
            let response: Response
            do {
                response = try await follow(request, context)
            } catch {
                // No page: a script hears of it, by the status.
                response = services.refusal(of: operation, because: error, on: .insights, context)
            }
            services.note(response, of: operation, in: followed, since: started, context)
            return response
        }
        Mount.refuseAllBut([.get], at: WebApp.events, on: router)
    }

    private func follow(_ request: Request, _ context: PurserContext) async throws -> Response {
        let guardian = services.operations.guardian
        let token = sessionToken(of: request)?.token
        var response = try await services.openStream(
            for: request,
            of: token,
            context
        ) { call, bearer in
            // Another host of the domain comes with the cookie, and could take all places.
            guard request.isFromOurPage(publicURL) else { throw Problem(.forbidden) }
            let asked = try request.lastPosition()
            let now = try await guardian.position(call)
            return PageTeller(
                guardian: guardian,
                call: call,
                scopes: bearer.scopes,
                position: FollowedPosition(
                    event: min(asked?.event ?? now.event, now.event),
                    books: asked?.books ?? now.books
                )
            )
        }
        // A proxy that collects answers would keep it back until it is over.
        response.headers[.accelBuffering] = "no"
        return response
    }

    /// Where the reader's household stands before a page is made, so that the page misses nothing
    /// of what happens afterwards; `nil` where that is not known.
    func position(for visit: Visit) async -> String? {
        guard let call = call(of: visit) else { return nil }
        return try? await services.operations.guardian.position(call).text
    }
}

extension Request {
    /// Up to where a page was told; `nil` when it does not say.
    ///
    /// - Throws: ``Problem`` `invalid`.
    fileprivate func lastPosition() throws -> FollowedPosition? {
        guard let (field, text) = try lastTold(orIn: "after") else { return nil }
        guard let position = FollowedPosition(text) else {
            throw Problem.invalid([Fault(field: field, rule: "must be a position of a page")])
        }
        return position
    }
}

extension HTTPField.Name {
    /// Whether a proxy may collect the answer, as nginx and those like it read it.
    fileprivate static let accelBuffering = known("X-Accel-Buffering")
}
