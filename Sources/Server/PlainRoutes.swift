import Contract
import HTTPTypes
import Hummingbird
import NIOCore
import OpenAPI
import Operations
import Web

/// What is served beside the API: metrics, the OpenAPI document, the web app's files, and what card
/// processors call.
struct PlainRoutes {
    let services: PipelineServices
    let metrics: PrometheusRegistry
    let operatorToken: OperatorToken?
    /// The web app's files.
    let files: [WebApp.File]

    /// Written once, when somebody asks for it: it looks at every type of the API.
    private static let document = Result { try OpenAPIDocument.yaml(version: Version.text) }

    func add(to router: Router<PurserContext>) {
        serve("/openapi.yaml", on: router) { _ in
            Self.text(try Self.document.get(), "application/yaml")
        }
        router.get("/metrics") { request, context in
            guard isOperator(request, context) else {
                return Problem(.notFound).response(for: .insights, trace: context.trace)
            }
            return Self.text(metrics.text(), "text/plain; version=0.0.4; charset=utf-8")
        }
        let stripe = StripeWebhookRoute(services: services)
        router.post("/webhooks/stripe") { request, context in
            await stripe.respond(to: request, context)
        }
        let plaid = PlaidWebhookRoute(services: services)
        router.post("/webhooks/plaid") { request, context in
            await plaid.respond(to: request, context)
        }
        for file in files {
            // Without the sign-in page's own files nobody could sign in through it.
            let isCounted = file.path.hasPrefix(WebApp.home)
            let served = StaticFile(file)
            serve(file.path, on: router, isCounted: isCounted) { served.response(to: $0) }
        }
    }

    /// Serves what anybody may read, as often as an anonymous caller may call.
    private func serve(
        _ path: String,
        on router: Router<PurserContext>,
        isCounted: Bool = true,
        _ answer: @escaping @Sendable (Request) throws -> Response
    ) {
        router.get(RouterPath(path)) { request, context in
            do {
                if isCounted {
                    _ = try await services.sender(of: nil, context, now: services.now())
                }
                return try answer(request)
            } catch {
                return Problem(failure: error).response(for: .insights, trace: context.trace)
            }
        }
        Mount.refuseAllBut([.get], at: path, on: router)
    }

    /// The operator has the operator's token or, where none is configured, sits at the machine.
    private func isOperator(_ request: Request, _ context: PurserContext) -> Bool {
        guard let operatorToken else {
            return context.peer.isLocal && !request.isForwarded && request.isToLoopback
        }
        return operatorToken.isSame(as: request.bearerToken)
    }

    private static func text(_ text: String, _ contentType: String) -> Response {
        Response(contentType, ByteBuffer(string: text))
    }
}

extension Request {
    /// Whether a proxy passed the request on for somebody else.
    fileprivate var isForwarded: Bool {
        headers.contains { field in
            let name = field.name.canonicalName
            return name == "forwarded" || name.hasPrefix("x-forwarded-") || name == "x-real-ip"
        }
    }

    /// Whether it names this machine by an address or name of its own.
    ///
    /// A browser at the machine may run the page of a site whose name has been made to lead here,
    /// and names that site.
    fileprivate var isToLoopback: Bool {
        guard let host = head.authority?.lowercased() else { return false }
        return ["localhost", "127.0.0.1", "[::1]"].contains { name in
            guard host.hasPrefix(name) else { return false }
            let port = host.dropFirst(name.count)
            return port.isEmpty || port.first == ":" && UInt16(port.dropFirst()) != nil
        }
    }
}
