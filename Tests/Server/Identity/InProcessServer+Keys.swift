import Contract
import Testbed

@testable import ServerTestbed

extension InProcessServer {
    /// The names of the signing keys that clients are told of, the newest first.
    func publishedKeys() async throws -> [String] {
        let answer = try await get("/.well-known/jwks.json")
        guard case .array(let keys) = try answer.json()["keys"] else { return [] }
        return keys.compactMap { key -> String? in
            guard case .string(let id) = key["kid"] else { return nil }
            return id
        }
    }
}
