import Testing

@testable import Contract

/// An endpoint whose request can be written, read and compared.
protocol Exercise: Sendable {
    /// The request that carries the example.
    func exampleRequest() throws -> WireRequest
    /// Whether reading the request as a server does gives the example again.
    func readsBack(_ request: WireRequest) throws -> Bool
    /// Whether reading the example answer as a client does gives it again.
    func answerReadsBack() throws -> Bool
}

extension Endpoint: Exercise where Input: Equatable, Output: Equatable {
    func exampleRequest() throws -> WireRequest { try request(example) }

    func readsBack(_ request: WireRequest) throws -> Bool {
        let halves = request.target.split(separator: "?", maxSplits: 1).map(String.init)
        let query = (halves.count == 2 ? halves[1].split(separator: "&") : []).map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (
                key: PercentCoding.decoded(parts[0]) ?? "",
                value: PercentCoding.decoded(parts.last ?? "", plusIsSpace: true) ?? ""
            )
        }
        let read = try input(
            inPath: Self.values(of: path, in: halves[0]),
            query: query,
            body: request.body.map { bytes in try JSONParser.parse(bytes) },
            inHeaders: headerPairs { request.headers[$0] }
        )
        return read == example
    }

    func answerReadsBack() throws -> Bool {
        try WireDecoder.decode(Output.self, from: answersJSON()) == answers
    }

    private static func values(
        of template: PathTemplate,
        in path: String
    ) -> [(key: String, value: String)] {
        zip(template.text.split(separator: "/"), path.split(separator: "/")).compactMap {
            part,
            text in
            guard part.hasPrefix("{") else { return nil }
            return (String(part.dropFirst().dropLast()), PercentCoding.decoded(text) ?? "")
        }
    }
}

extension API {
    /// A declared endpoint by its name, ready for exercise.
    static func exercise(_ name: String) throws -> any Exercise {
        let endpoint = try #require(all.first { $0.name == name })
        return try #require(endpoint as? any Exercise, "a type of \(name) is not Equatable")
    }
}
