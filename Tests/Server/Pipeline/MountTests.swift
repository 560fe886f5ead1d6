import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Testbed
import Testing

@testable import Server

@Suite("Mounting endpoints")
struct MountTests {
    /// An endpoint that is not declared.
    static let extra = Endpoint<Empty, API.Guardian.Status>(
        "extraOne",
        .post,
        "/test/extra",
        "Not declared.",
        access: .optional,
        repeats: .withKey,
        surface: .guardian,
        example: Empty(),
        answers: API.Guardian.Status(status: "ok")
    )

    private func start(
        _ server: InProcessServer,
        declared: [any EndpointDeclaration],
        additional: (inout Mount) -> Void = { _ in }
    ) throws {
        _ = try PurserServer(
            PurserServer.Dependencies(
                operations: server.operations,
                idempotencyKey: .init([1]),
                logger: server.log.logger
            ),
            settings: ServerSettings(),
            declared: declared,
            additional: additional
        )
    }

    @Test("a server that does not serve what is declared does not start")
    func unserved() async throws {
        try await withServer(.sqlite) { server in
            let error = #expect(throws: MountError.self) {
                try start(server, declared: API.all + [Self.extra])
            }
            #expect(error == .unserved(["extraOne"]))
            #expect(error?.description == "declared and not mounted: extraOne")
            try start(server, declared: API.all)
        }
    }

    @Test("a server that serves an endpoint twice does not start")
    func twice() async throws {
        try await withServer(.sqlite) { server in
            let error = #expect(throws: MountError.self) {
                try start(server, declared: API.all) { mount in
                    mount.serve(API.Guardian.health) { _, _ in .ok }
                }
            }
            #expect(error == .servedTwice(["health"]))
        }
    }

    @Test("names and paths are declared once each")
    func declarations() {
        let names = API.all.map(\.name)
        #expect(Set(names).count == names.count)
        let routes = API.all.map { "\($0.method.rawValue) \($0.path.text)" }
        #expect(Set(routes).count == routes.count)
    }

    @Test("a token that is sent where none is needed must be good all the same")
    func optional() async throws {
        let serve = { (mount: inout Mount) in
            mount.serve(Self.extra) { _, call in
                API.Guardian.Status(status: call.caller.key)
            }
        }
        try await withServer(.sqlite, additional: serve) { server in
            let parent = try await server.registerParent()
            let post = { (token: String?) in
                try await server.post("/test/extra", nil, token: token)
            }
            #expect(try await post(nil).string("status") == "192.0.2.1")
            #expect(try await post(parent.token).string("status") == parent.id.text)
            #expect(try await post("bad").status == 401)
            #expect(try await post("").status == 401)
        }
    }

    @Test("a token that is sent where anyone may call is not looked at")
    func anyone() async throws {
        try await withServer(.sqlite) { server in
            try await server.registerParent()
            let body = #"{"email":"parent@example.com","password":"password123"}"#
            let answer = try await server.post("/api/auth/login", body, token: "bad")
            #expect(answer.status == 200)
            #expect(try await server.get("/health", token: "bad").status == 200)
        }
    }
}
