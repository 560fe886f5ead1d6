import HTTPTypes
import Hummingbird
import Web

/// Sends a browser that asks for `/` to the web app; every other client gets what the API has.
struct BrowserEntrance: RouterMiddleware {
    typealias Context = PurserContext

    func handle(
        _ request: Request,
        context: PurserContext,
        next: (Request, PurserContext) async throws -> Response
    ) async throws -> Response {
        guard request.head.path == "/", request.method == .get || request.method == .head,
            request.headers.only(.accept)?.contains("text/html") ?? false
        else { return try await next(request, context) }
        return Response(status: .seeOther, headers: [.location: WebApp.home, .vary: "Accept"])
    }
}
