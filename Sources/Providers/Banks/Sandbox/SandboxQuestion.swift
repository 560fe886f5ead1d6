import Foundation

/// The body of any call to a sandbox bank, as far as it is looked at.
struct SandboxQuestion: Decodable {
    struct Options: Decodable {
        let webhook: String?
    }

    struct User: Decodable {
        let clientUserId: String?
    }

    let clientId: String?
    let secret: String?
    let accessToken: String?
    let publicToken: String?
    let cursor: String?
    let count: Int?
    let keyId: String?
    let institutionId: String?
    let initialProducts: [String]?
    let options: Options?
    let clientName: String?
    let language: String?
    let countryCodes: [String]?
    let user: User?
    let products: [String]?
    let webhookCode: String?
    let webhookType: String?
    let seconds: Int64?

    /// Reads a body; `nil` when it is no JSON object, or a field has another type.
    init?(_ body: [UInt8]) {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        guard let question = try? decoder.decode(Self.self, from: Data(body)) else { return nil }
        self = question
    }
}
