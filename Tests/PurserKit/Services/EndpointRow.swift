import Contract
import PurserKit
import Testing

/// One method of a service, and the endpoint that it is for.
struct EndpointRow: Sendable, CustomTestStringConvertible {
    let endpoint: any EndpointDeclaration
    /// Calls the method with the endpoint's example, and checks what was sent and what came back.
    let check: @Sendable (Purser, PreviewTransport) async throws -> Void

    var testDescription: String { endpoint.name }

    /// A method that returns what the endpoint answers; one that takes a file sends these bytes.
    init<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        file: [UInt8]? = nil,
        _ call: @escaping @Sendable (Purser, Input) async throws -> Output
    ) {
        self.endpoint = endpoint
        check = { purser, preview in
            let answer = try await call(purser, endpoint.example)
            #expect(try WireEncoder.bytes(answer) == WireEncoder.bytes(endpoint.answers))
            #expect(!endpoint.mayWaitByItself)
            try Self.checkRequest(of: endpoint, file: file, preview)
        }
    }

    /// A method whose call may wait for the network.
    init<Input: WireInput, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ call: @escaping @Sendable (Purser, Input) async throws -> Written<Output>
    ) {
        self.endpoint = endpoint
        check = { purser, preview in
            let answer = try await call(purser, endpoint.example).get()
            #expect(try WireEncoder.bytes(answer) == WireEncoder.bytes(endpoint.answers))
            #expect(endpoint.mayWaitByItself)
            try Self.checkRequest(of: endpoint, preview)
        }
    }

    /// A method that returns nothing, because the endpoint answers nothing.
    init<Input: WireInput>(
        _ endpoint: Endpoint<Input, Empty>,
        _ call: @escaping @Sendable (Purser, Input) async throws -> Void
    ) {
        self.endpoint = endpoint
        check = { purser, preview in
            try await call(purser, endpoint.example)
            #expect(endpoint.outputSchema == nil)
            #expect(!endpoint.mayWaitByItself)
            try Self.checkRequest(of: endpoint, preview)
        }
    }

    static let all =
        guardian + policies + banking + rewards + allowance + insights + session + sync

    private static func checkRequest<Input: WireInput, Output: Codable & Sendable>(
        of endpoint: Endpoint<Input, Output>,
        file: [UInt8]? = nil,
        _ preview: PreviewTransport
    ) throws {
        #expect(preview.requests.map(\.endpoint) == [endpoint.name])
        let sent = try #require(preview.requests.first?.request)
        let wire = try endpoint.request(endpoint.example)
        #expect(sent.method == wire.method)
        #expect(sent.target == wire.target)
        #expect(sent.body.map(text) == (file ?? wire.body).map(text))
        for (name, value) in wire.headers { #expect(sent.headers[name] == value) }
        #expect((sent.headers["Idempotency-Key"] != nil) == (endpoint.repeats == .withKey))
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension Endpoint {
    /// Whether a service keeps the call for later where the network does not let it through.
    ///
    /// What carries a password does not wait, as the queue has it.
    fileprivate var mayWaitByItself: Bool {
        waits > .zero && !inputSchema.properties.contains { $0.schema.format == "password" }
    }
}
