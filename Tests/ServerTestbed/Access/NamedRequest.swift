import Contract
import PurserKit
import Testbed

/// The example of an endpoint, with other things named in it.
struct NamedRequest {
    let endpoint: any EndpointDeclaration
    /// What it names, by the contract's word: the key, or `rules/{id}` where the path says whose.
    let words: [String]
    /// Those of the words that it may leave out.
    let optionalWords: Set<String>

    init(_ endpoint: any EndpointDeclaration) {
        self.endpoint = endpoint
        let fields = endpoint.inputSchema.properties.filter { field in
            !endpoint.path.keys.contains(field.name) && field.isID
                && !Belonging.elsewhere.contains(field.name)
                && !Belonging.isOwn(field.name, on: endpoint.surface)
        }
        words = endpoint.path.keys.map { Self.word($0, in: endpoint.path) } + fields.map(\.name)
        optionalWords = Set(fields.filter { !$0.isRequired }.map(\.name))
    }

    /// What has an id somewhere inside of it: nobody fills that.
    var nestedIDs: [String] {
        endpoint.inputSchema.properties.filter { $0.schema.hasInnerID }.map(\.name)
            .filter { !Belonging.given.contains($0) }
    }

    /// The path with its query, and the body.
    ///
    /// `values`: What each word names; a word without a value is left out.
    func wire(_ values: [String: JSON]) throws -> (target: String, body: String?) {
        var target = endpoint.path.text
        for key in endpoint.path.keys {
            let value = values[Self.word(key, in: endpoint.path)]?.asPlainText ?? ""
            target = target.replacing("{\(key)}", with: PercentCoding.encoded(value))
        }
        let named = endpoint.path.keys + words + (headers.isEmpty ? [] : ["ifMatch"])
        var members = try endpoint.exampleJSON().members.filter { !named.contains($0.key) }
        for word in words { members += values[word].map { [JSON.Member(word, $0)] } ?? [] }
        // A word of the path is not a field.
        members.removeAll { $0.key.contains("/") || endpoint.path.keys.contains($0.key) }
        guard !endpoint.hasBody else { return (target, JSON.object(members).text) }
        let query = members.map { "\($0.key)=\(PercentCoding.encoded($0.value.asPlainText))" }
        let file = endpoint.takesFile ? BankFile.ofx(count: 1) : nil
        return (query.isEmpty ? target : "\(target)?\(query.joined(separator: "&"))", file)
    }

    /// The version that a change of a copy was made of, without which it is not looked at.
    fileprivate var headers: [String: String] {
        let changes = endpoint.path.text.hasPrefix("/sync/") && endpoint.method != .get
        return changes ? ["If-Match": "\"1\""] : [:]
    }

    /// The word for what a key of a path names.
    private static func word(_ key: String, in path: PathTemplate) -> String {
        guard key == "id" else { return key }
        // Some kinds of records have a path of their own beside that of their copies.
        if path.text.hasPrefix("/sync/") { return String(path.text.dropFirst()) }
        let parts = path.text.split(separator: "/")
        let place = parts.firstIndex(of: "{id}") ?? parts.startIndex
        return place > parts.startIndex ? "\(parts[place - 1])/{id}" : key
    }
}

extension Schema.Property {
    fileprivate var isID: Bool {
        schema.format == "uuid" || name == "id" || name.hasSuffix("_id") || name.hasSuffix("Id")
    }
}

extension Schema {
    fileprivate var hasInnerID: Bool {
        properties.contains { $0.isID || $0.schema.hasInnerID }
            || items.contains { $0.format == "uuid" || $0.hasInnerID }
    }
}

extension JSON {
    /// The text of a scalar as a path or a query has it.
    fileprivate var asPlainText: String {
        switch self {
        case .string(let text), .number(let text), .loose(let text): text
        default: text
        }
    }
}

extension InProcessServer {
    /// Sends a request with things named in it; its trace is always the same.
    func send(
        _ request: NamedRequest,
        naming values: [String: JSON],
        token: String?
    ) async throws -> TransportResponse {
        let wire = try request.wire(values)
        var headers: Headers = ["X-Request-Trace": "t"]
        for (name, value) in request.headers { headers[name] = value }
        return try await raw(
            request.endpoint.method.rawValue,
            wire.target,
            wire.body,
            token: token,
            headers: headers
        )
    }
}
