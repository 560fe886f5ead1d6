import Contract
import Synchronization
import Testbed
import Testing

@testable import PurserKit

@Suite("PreviewTransport")
struct PreviewTransportTests {
    @Test("every declared endpoint answers its example")
    func examples() async throws {
        let transport = PreviewTransport()
        for endpoint in API.all { try await expectExample(of: endpoint, from: transport) }
        #expect(transport.requests.map(\.endpoint) == API.all.map(\.name))
    }

    private func expectExample(
        of declaration: any EndpointDeclaration,
        from transport: PreviewTransport
    ) async throws {
        guard let endpoint = declaration as? any Exemplary else {
            Issue.record("\(declaration.name) is no endpoint")
            return
        }
        let (isSame, status) = try await endpoint.answersExample(transport)
        #expect(isSame, "\(declaration.name)")
        #expect(status == declaration.status)
    }

    @Test(
        "what is not declared is 404 in the contract's shape",
        arguments: [
            TransportRequest(.get, "/nothing/here"), TransportRequest(.delete, "/health"),
            TransportRequest(.get, "/rules/1/2/3"),
        ]
    )
    func unknown(request: TransportRequest) async throws {
        let transport = PreviewTransport()
        let response = try await transport.send(request)
        #expect(response.status == 404)
        let error = PurserError(response)
        #expect(error.kind == .notFound)
        #expect(error.code == "NOT_FOUND")
        #expect(transport.requests == [.init(endpoint: nil, request: request)])
    }

    @Test("a closure answers from the input")
    func own() async throws {
        let transport = PreviewTransport()
        transport.answer(API.Guardian.authorizePurchase) { input in
            guard input.amountCents < 10_000 else { throw Problem(.rateLimited) }
            return API.Guardian.authorizePurchase.answers
        }
        let purser = try await signedIn(transport)
        let endpoint = API.Guardian.authorizePurchase
        let answer = try await purser.call(endpoint, .init(amountCents: 5_000, merchant: "Steam"))
        #expect(answer == endpoint.answers)
        let error = await #expect(throws: PurserError.self) {
            try await purser.call(endpoint, .init(amountCents: 20_000, merchant: "Steam"))
        }
        #expect(error?.kind == .rateLimited)
        let invalid = await #expect(throws: PurserError.self) {
            try await purser.call(endpoint, .init(amountCents: -1, merchant: "Steam"))
        }
        #expect(invalid?.kind == .invalid)
        transport.restore(endpoint.name)
        let restored = try await purser.call(
            endpoint,
            .init(amountCents: 20_000, merchant: "Steam")
        )
        #expect(restored == endpoint.answers)
    }

    @Test("an endpoint fails as it is told, and no other does")
    func failures() async throws {
        let transport = PreviewTransport()
        transport.fail("listRules", with: .offline)
        transport.fail("listGeofences", with: Problem(.forbidden))
        let purser = try await signedIn(transport)
        let offline = await #expect(throws: PurserError.self) {
            try await purser.call(API.Guardian.listRules, .init())
        }
        #expect(offline?.kind == .network(.offline))
        let forbidden = await #expect(throws: PurserError.self) {
            try await purser.call(API.Guardian.listGeofences, .init())
        }
        #expect(forbidden?.kind == .forbidden)
        _ = try await purser.call(API.Guardian.health)
    }

    private func signedIn(_ transport: PreviewTransport) async throws -> Purser {
        var configuration = Configuration.test
        configuration.retry = .never
        let purser = try Purser.test(transport, configuration: configuration)
        try await purser.session.signIn(email: "parent@example.com", password: "password123")
        return purser
    }

    @Test("a delay is waited for before each answer")
    func delay() async throws {
        let pauses = Mutex<[Duration]>([])
        let transport = PreviewTransport(delay: .seconds(1)) { pause in
            pauses.withLock { $0.append(pause) }
        }
        _ = try await transport.send(TransportRequest(.get, "/health"))
        transport.delay = .zero
        _ = try await transport.send(TransportRequest(.get, "/health"))
        #expect(pauses.withLock { $0 } == [.seconds(1)])
    }

    @Test("an app signs in and looks around without a server")
    func app() async throws {
        let purser = try Purser(configuration: .test, transport: PreviewTransport())
        try await purser.session.signIn(email: "parent@example.com", password: "password123")
        let rules = try await purser.call(API.Guardian.listRules, .init())
        #expect(rules == API.Guardian.listRules.answers)
        await purser.shutdown()
    }
}

/// An endpoint whose example can be called.
private protocol Exemplary {
    func answersExample(_ transport: PreviewTransport) async throws -> (isSame: Bool, status: Int)
}

extension Endpoint: Exemplary {
    fileprivate func answersExample(
        _ transport: PreviewTransport
    ) async throws -> (isSame: Bool, status: Int) {
        let call = try PreparedCall(self, example, idempotencyKey: nil)
        let response = try await transport.send(call.request(token: nil, trace: nil))
        let output = try output(of: response.body)
        let isSame = try WireEncoder.bytes(output) == WireEncoder.bytes(answers)
        return (isSame, response.status)
    }
}
