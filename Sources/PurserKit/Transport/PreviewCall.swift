import Contract

/// A request as the declared endpoints understand it.
struct PreviewCall: Sendable {
    /// The endpoint; `nil` when none is declared for it.
    let endpoint: (any EndpointDeclaration)?
    /// What stands in the places of the endpoint's path.
    let places: [(key: String, value: String)]
    let query: [(key: String, value: String)]
    let body: [UInt8]?
    let headers: Headers

    /// The trace that every answer names.
    static let trace = "preview"

    init(_ request: TransportRequest) {
        let parts = request.target.split(separator: "?", maxSplits: 1)
        let path = (parts.first ?? "").split(separator: "/")
        let matches = API.all.filter { endpoint in
            endpoint.method == request.method && Self.fits(endpoint.path, path)
                && Self.names(endpoint.selector, parts.dropFirst().first ?? "")
        }
        // A path that is written out is meant before one with places, and what the query names
        // before what takes the rest.
        let endpoint = matches.min { left, right in
            (left.path.keys.count, left.selector == nil ? 1 : 0)
                < (right.path.keys.count, right.selector == nil ? 1 : 0)
        }
        self.endpoint = endpoint
        places = endpoint.map { Self.places($0.path, path) } ?? []
        query = parts.dropFirst().flatMap { PercentCoding.pairs($0) ?? [] }
        body = request.body
        headers = request.headers
    }

    private static func names(_ selector: String?, _ query: Substring) -> Bool {
        selector.map { PercentCoding.query(query, names: $0) } ?? true
    }

    private static func fits(_ template: PathTemplate, _ path: [Substring]) -> Bool {
        let parts = template.text.split(separator: "/")
        return parts.count == path.count
            && zip(parts, path).allSatisfy { $0 == $1 || isPlace($0) }
    }

    private static func places(
        _ template: PathTemplate,
        _ path: [Substring]
    ) -> [(key: String, value: String)] {
        zip(template.text.split(separator: "/"), path).compactMap { part, value in
            guard isPlace(part), let value = PercentCoding.decoded(value) else { return nil }
            return (String(part.dropFirst().dropLast()), value)
        }
    }

    private static func isPlace(_ part: Substring) -> Bool {
        part.hasPrefix("{") && part.hasSuffix("}")
    }
}
