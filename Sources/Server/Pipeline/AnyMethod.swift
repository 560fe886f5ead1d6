import HTTPTypes
public import Hummingbird

/// The router, asked in such a way that a known path refuses every method it does not have.
///
/// The router finds a handler by a method that somebody named before, and calls a path without one
/// unknown. A method that nobody named is asked for as TRACE, which every known path refuses
/// (``Mount/refuseOtherMethods(_:)``): the answer is the same for all of them.
public struct AnyMethod: HTTPResponder {
    private let router: RouterResponder<PurserContext>

    init(_ router: RouterResponder<PurserContext>) {
        self.router = router
    }

    /// Answers a request.
    public func respond(to request: Request, context: PurserContext) async throws -> Response {
        guard !Mount.allMethods.contains(request.method) else {
            return try await router.respond(to: request, context: context)
        }
        var head = request.head
        head.method = .trace
        return try await router.respond(
            to: Request(head: head, body: request.body),
            context: context
        )
    }
}
