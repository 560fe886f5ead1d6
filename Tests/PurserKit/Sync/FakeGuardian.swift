import Contract
import PurserKit
import Synchronization
import Testbed

/// A server that keeps one member's limits and geofences as the real one does: limits are set by
/// category, geofences drawn and deleted, and a call that is repeated with its key is answered as
/// the first time.
final class FakeGuardian: Transport {
    private struct State {
        var rules: [String: API.Guardian.Rule] = [:]
        var fences: [Int64: API.Guardian.Geofence] = [:]
        var number: Int64 = 0
        var answers: [String: (input: [UInt8]?, response: TransportResponse)] = [:]
    }

    private let state = Mutex(State())

    var rules: [API.Guardian.Rule] {
        state.withLock { $0.rules.values.sorted { $0.id < $1.id } }
    }

    var fences: [API.Guardian.Geofence] {
        state.withLock { $0.fences.values.sorted { $0.id > $1.id } }
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        try state.withLock { state in
            guard let key = request.headers["Idempotency-Key"] else {
                return try Self.answer(request, &state)
            }
            // The real one keeps keys by the route's template; an id in it is part of the input.
            let name = "\(request.method) \(key)"
            let input = Array(request.target.utf8) + (request.body ?? [])
            if let former = state.answers[name] {
                guard former.input == input else { return .json(409, #"{"error":"conflict"}"#) }
                return former.response
            }
            let response = try Self.answer(request, &state)
            state.answers[name] = (input, response)
            return response
        }
    }

    private static func answer(
        _ request: TransportRequest,
        _ state: inout State
    ) throws -> TransportResponse {
        let body = try request.body.map { try JSONParser.parse($0) }
        let parts = request.target.split(separator: "/")
        switch (request.method, parts.count, parts.last) {
        case (.get, 1, _):
            return try json(state.rules.values.sorted { $0.id < $1.id })
        case (.post, 1, _):
            let input = try API.Guardian.setRule.input(inPath: [], query: [], body: body)
            state.number += 1
            let rule = API.Guardian.Rule(
                id: state.rules[input.category]?.id ?? state.number,
                category: input.category,
                monthlyLimitCents: input.monthlyLimitCents
            )
            state.rules[input.category] = rule
            return try json(rule)
        case (.get, 2, "geofence"):
            return try json(state.fences.values.sorted { $0.id > $1.id })
        case (.post, 2, "geofence"):
            let input = try API.Guardian.createGeofence.input(inPath: [], query: [], body: body)
            guard state.fences.count < 32 else { return .json(409, #"{"error":"conflict"}"#) }
            state.number += 1
            state.fences[state.number] = API.Guardian.Geofence(
                id: state.number,
                name: input.name ?? "Geofence",
                latitude: input.latitude,
                longitude: input.longitude,
                radiusM: input.radiusM,
                category: input.category,
                policy: input.policy ?? .block
            )
            return try json(API.Guardian.Created(id: state.number))
        case (.delete, 2, let id?):
            let rule = state.rules.values.first { String($0.id) == id }
            guard let rule else { return .json(404, #"{"error":"not_found"}"#) }
            state.rules[rule.category] = nil
            return .json(200, #"{"status":"deleted"}"#)
        case (.delete, 3, let id?):
            guard let number = Int64(id), state.fences.removeValue(forKey: number) != nil else {
                return .json(404, #"{"error":"not_found"}"#)
            }
            return .json(200, #"{"status":"deleted"}"#)
        default:
            return .json(404, #"{"error":"not_found"}"#)
        }
    }

    private static func json(_ value: some Encodable) throws -> TransportResponse {
        .json(200, String(decoding: try WireEncoder.bytes(value), as: UTF8.self))
    }
}
