import Contract
import HTTPTypes
import Hummingbird
import Kernel
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

    private let operations: Operations
    private let now: @Sendable () -> Timestamp

    init(_ services: PipelineServices) {
        operations = services.operations
        now = services.now
    }

    func add(to router: Router<PurserContext>) {
        let document = operations.identity.discovery()
        for path in Self.discovery {
            serve(path, on: router) { document }
        }
        serve(Self.keys, on: router) { operations.identity.jwks(now: now()) }
    }

    private func serve(
        _ path: String,
        on router: Router<PurserContext>,
        _ text: @escaping @Sendable () -> String
    ) {
        router.get(RouterPath(path)) { _, _ in
            // A new key is listed for most of a minute before it signs.
            Response(
                status: .ok,
                headers: [
                    .contentType: "application/json", .cacheControl: "public, max-age=30",
                ],
                body: ResponseBody(byteBuffer: ByteBuffer(string: text()))
            )
        }
        Mount.refuseAllBut([.get], at: path, on: router)
    }
}
