/// A request as the wire carries it, whoever carries it.
public struct WireRequest: Sendable, Equatable {
    /// The HTTP method.
    public let method: Method
    /// The path with its query, percent-encoded.
    public let target: String
    /// The JSON body; `nil` when the input travels in the path and the query alone.
    public let body: [UInt8]?
    /// The values of the endpoint's headers by their names; only those that are there.
    public var headers: [String: String] = [:]
}

extension Endpoint {
    /// The request that carries an input: path keys in the path, headers' keys in headers, the rest
    /// in query or body.
    ///
    /// - Throws: `EncodingError`; ``Problem`` `invalid` when a key of the path has no value.
    public func request(_ input: Input) throws -> WireRequest {
        let bytes = try WireEncoder.bytes(input)
        if hasBody, path.keys.isEmpty, headers.isEmpty, let target = path.filled(with: [:]) {
            let isEmpty = bytes.elementsEqual("{}".utf8)
            return WireRequest(method: method, target: target, body: isEmpty ? nil : bytes)
        }
        let json = try JSONParser.parse(bytes)
        var inPath: [String: String] = [:]
        var inHeaders: [String: String] = [:]
        var others: [JSON.Member] = []
        for member in json.members {
            if let header = headers.first(where: { $0.isSent && $0.key == member.key }) {
                inHeaders[header.name] = member.value.looseText
            } else if path.keys.contains(member.key) {
                inPath[member.key] = member.value.looseText
            } else {
                others.append(member)
            }
        }
        guard let path = path.filled(with: inPath) else {
            let missing = path.keys.filter { inPath[$0, default: ""].isEmpty }
            throw Problem.invalid(missing.map { Fault(field: $0, rule: "is required") })
        }
        guard !hasBody else {
            let body = others.isEmpty ? nil : Array(JSON.object(others).text.utf8)
            return WireRequest(method: method, target: path, body: body, headers: inHeaders)
        }
        let query = others.compactMap { member in
            member.value.looseText.map { "\(member.key)=\(PercentCoding.encoded($0))" }
        }
        let target = query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
        return WireRequest(method: method, target: target, body: nil, headers: inHeaders)
    }

    /// The input that a request carried.
    ///
    /// - Parameters:
    ///   - inPath: The values of the path's places, decoded.
    ///   - query: The query's keys and values, decoded; used where there is no body.
    ///   - body: The parsed body; used where there is one.
    ///   - inHeaders: The values of the endpoint's headers, by the keys of their fields.
    /// - Returns: The input, which keeps every rule of its type.
    /// - Throws: ``Problem`` `notFound` when a place of the path cannot be what it stands for, else
    ///   `invalid` with every fault.
    public func input(
        inPath: [(key: String, value: String)],
        query: [(key: String, value: String)],
        body: JSON?,
        inHeaders: [(key: String, value: String)] = []
    ) throws -> Input {
        var members = hasBody ? body?.members ?? [] : query.map(Self.member)
        if hasBody, let body, body != .null {
            guard case .object = body else {
                throw Problem.invalid([Fault(field: "body", rule: "must be an object")])
            }
        }
        if !path.keys.isEmpty {
            members.removeAll { path.keys.contains($0.key) }
            members += inPath.map(Self.member)
        }
        if !headers.isEmpty {
            members.removeAll { member in
                headers.contains { $0.isSent && $0.key == member.key }
            }
            members += inHeaders.map(Self.member)
        }
        do {
            return try WireDecoder.decodeInput(Input.self, from: .object(members))
        } catch let problem as Problem where problem.faults.contains(where: { isInPath($0) }) {
            throw Problem(.notFound)
        } catch let problem as Problem where !headers.isEmpty {
            throw namingHeaders(problem)
        }
    }

    /// The values of the endpoint's headers, by the keys of their fields.
    ///
    /// `value`: What a call has under a header's name.
    public func headerPairs(
        _ value: (String) -> String?
    ) -> [(key: String, value: String)] {
        headers.compactMap { header in
            header.isSent ? value(header.name).map { (header.key, $0) } : nil
        }
    }

    /// A refusal with the names of headers in the place of their fields' keys.
    private func namingHeaders(_ problem: Problem) -> Problem {
        guard problem.kind == .invalid, !problem.faults.isEmpty else { return problem }
        return .invalid(
            problem.faults.map { fault in
                let header = headers.first { $0.isSent && $0.key == fault.field }
                return Fault(field: header?.name ?? fault.field, rule: fault.rule)
            }
        )
    }

    /// The answer that a response of success carried.
    ///
    /// - Throws: ``JSONSyntaxError``; ``Problem`` `invalid` when a field is missing or wrong.
    public func output(of body: [UInt8]) throws -> Output {
        let json: JSON = try status == 204 ? .object([]) : JSONParser.parse(body)
        return try WireDecoder.decode(Output.self, from: json)
    }

    /// The input as the server would read it, with its rules checked; for callers without a wire.
    ///
    /// - Throws: ``Problem`` `invalid` with every fault.
    public func checked(_ input: Input) throws -> Input {
        try WireDecoder.decodeInput(Input.self, from: JSONParser.parse(WireEncoder.bytes(input)))
    }

    private func isInPath(_ fault: Fault) -> Bool { path.keys.contains(fault.field) }

    private static func member(_ pair: (key: String, value: String)) -> JSON.Member {
        JSON.Member(pair.key, .loose(pair.value))
    }
}

extension JSON {
    /// The text that stands for a scalar in a path or a query; `nil` for `null`.
    var looseText: String? {
        switch self {
        case .null: nil
        case .bool(let flag): flag ? "true" : "false"
        case .number(let text), .string(let text), .loose(let text): text
        case .array, .object: text
        }
    }
}
