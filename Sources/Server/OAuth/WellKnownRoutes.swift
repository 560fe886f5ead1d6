import Contract
import HTTPTypes
import Hummingbird
import NIOCore
import Operations

/// What clients read before they ask anything: the server's own description, and its keys.
struct WellKnownRoutes: Sendable {
    private static let discovery = [
        "/.well-known/openid-configuration",
        // The same document by the name that RFC 8414 gives it.
        "/.well-known/oauth-authorization-server",
    ]
    private static let keys = "/.well-known/jwks.json"

    let services: PipelineServices

    func add(to router: Router<PurserContext>) {
        let identity = services.operations.identity
        let document = identity.discovery()
        for path in Self.discovery {
            serve(path, on: router) { document }
        }
        serve(Self.keys, on: router) { identity.jwks(now: services.now()) }
    }

    private func serve(
        _ path: String,
        on router: Router<PurserContext>,
        _ text: @escaping @Sendable () -> String
    ) {
        router.get(RouterPath(path)) { _, _ in
            var response = Response("application/json", ByteBuffer(string: text()))
            // A new key is listed for most of a minute before it signs.
            response.headers[.cacheControl] = "public, max-age=30"
            return response
        }
        Mount.refuseAllBut([.get], at: path, on: router)
    }
}
