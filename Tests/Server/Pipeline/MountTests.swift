import Contract
import Kernel
import Operations
import Providers
import PurserKit
import Testbed
import Testing

@testable import Server
@testable import ServerTestbed

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
        let routes = API.all.map { "\($0.method.rawValue) \($0.path.text)?\($0.selector ?? "")" }
        #expect(Set(routes).count == routes.count)
        for endpoint in API.all where endpoint.selector != nil {
            let usual = API.all.filter { other in
                other.path == endpoint.path && other.method == endpoint.method
                    && other.selector == nil
            }
            #expect(usual.count == 1, "\(endpoint.name) shares its path with nobody")
        }
    }

    /// An endpoint of a path that others have, too.
    private static func shared(
        _ name: String,
        selector: String?,
        _ surface: Surface
    ) -> Endpoint<Empty, API.Guardian.Status> {
        Endpoint(
            name,
            .get,
            "/test/shared",
            "Not declared.",
            selector: selector,
            access: .anyone,
            surface: surface,
            answers: API.Guardian.Status(status: "ok")
        )
    }

    @Test("endpoints of one path are told apart by the keys that a query names")
    func selectors() async throws {
        let serve = { (mount: inout Mount) in
            for (name, selector) in [("a", "month"), ("rest", nil), ("b", "week")] {
                mount.serve(Self.shared(name, selector: selector, .guardian)) { _, _ in
                    API.Guardian.Status(status: name)
                }
            }
        }
        try await withServer(.sqlite, additional: serve) { server in
            let rows = [
                ("", "rest"), ("?", "rest"), ("?x=month", "rest"), ("?months=1", "rest"),
                ("?month=1", "a"), ("?month", "a"), ("?month=", "a"), ("?x=1&month=2", "a"),
                ("?mont%68=1", "a"), ("?Month=1", "rest"), ("?week=1", "b"),
                ("?week=1&month=1", "a"), ("?=month", "rest"), ("?&&month&", "a"),
            ]
            for (query, name) in rows {
                let answer = try await server.get("/test/shared\(query)")
                #expect(try answer.string("status") == name, "\(query)")
                let slashed = try await server.get("/test/shared/\(query)")
                #expect(try slashed.string("status") == name, "\(query)")
                #expect(try await server.raw("HEAD", "/test/shared\(query)", nil).status == 200)
            }
            let other = try await server.post("/test/shared?month=1", nil)
            #expect(other.status == 405 && other.headers["Allow"] == "GET")
        }
    }

    @Test("each of them refuses what is wrong with a query in the shape of its surface")
    func selectedRefusals() async throws {
        let serve = { (mount: inout Mount) in
            mount.serve(Self.shared("rest", selector: nil, .guardian)) { _, _ in .init(status: "") }
            mount.serve(Self.shared("a", selector: "month", .insights)) { _, _ in
                .init(status: "")
            }
        }
        try await withServer(.sqlite, additional: serve) { server in
            for query in ["month=1&x=%ff", "month=%0", "x=%ff&month", "month&month"] {
                let answer = try await server.get("/test/shared?\(query)")
                #expect(answer.status == 400, "\(query)")
                #expect(try answer.string("error.code") == "INVALID_REQUEST", "\(query)")
            }
            for query in ["x=%ff", "%ff=month", "x=1&x=1", "mont%6=1"] {
                let answer = try await server.get("/test/shared?\(query)")
                #expect(answer.status == 400, "\(query)")
                #expect(try answer.string("error.code") == nil, "\(query)")
            }
        }
    }

    @Test("a server with two endpoints for the same requests does not start")
    func sameSelector() async throws {
        try await withServer(.sqlite) { server in
            let error = #expect(throws: MountError.self) {
                try start(server, declared: API.all) { mount in
                    for name in ["a", "b"] {
                        mount.serve(Self.shared(name, selector: "month", .guardian)) { _, _ in
                            .init(status: name)
                        }
                    }
                }
            }
            #expect(error == .servedTwice(["b"]))
        }
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
