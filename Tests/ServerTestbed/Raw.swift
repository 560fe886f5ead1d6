import Contract
import PurserKit
import Testbed
import Testing

/// Requests as they are on the wire, for what no client of ours would send.
extension InProcessServer {
    func get(
        _ target: String,
        token: String? = nil,
        headers: Headers = [:]
    ) async throws -> TransportResponse {
        try await raw("GET", target, nil, token: token, headers: headers)
    }

    func post(
        _ target: String,
        _ body: String?,
        token: String? = nil,
        headers: Headers = [:]
    ) async throws -> TransportResponse {
        try await raw("POST", target, body, token: token, headers: headers)
    }

    func raw(
        _ method: String,
        _ target: String,
        _ body: String?,
        token: String? = nil,
        headers: Headers = [:],
        from address: String? = "192.0.2.1"
    ) async throws -> TransportResponse {
        var headers = headers
        if let token { headers["Authorization"] = "Bearer \(token)" }
        if body != nil, headers["Content-Type"] == nil {
            headers["Content-Type"] = "application/json"
        }
        let bytes = Array((body ?? "").utf8)
        return try await transport(from: address).send(
            method,
            target,
            headers: headers,
            body: bytes
        )
    }
}

extension TransportResponse {
    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }

    /// The body as JSON.
    func json() throws -> JSON { try JSONParser.parse(body) }

    /// The text at a path of keys, such as `error.code`; `nil` when there is none.
    func string(_ path: String) throws -> String? {
        var value: JSON? = try json()
        for key in path.split(separator: ".") { value = value?[String(key)] }
        guard case .string(let text) = value else { return nil }
        return text
    }

    /// The faults by field, in order: `amount_cents is required`.
    func faults() throws -> [String] {
        try json()["error"]?["details"]?.members.map { member in
            guard case .string(let rule) = member.value else { return member.key }
            return "\(member.key) \(rule)"
        } ?? []
    }
}

/// What a call through the client was refused with; a success is a failure of the test.
func refusal(
    _ location: SourceLocation = #_sourceLocation,
    _ work: () async throws -> some Any
) async -> PurserError? {
    await #expect(throws: PurserError.self, sourceLocation: location) {
        _ = try await work()
    }
}
