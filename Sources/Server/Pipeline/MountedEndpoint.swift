import Contract
import Operations

/// What a request sent of an endpoint's input.
struct SentInput {
    let inPath: [(key: String, value: String)]
    let query: [(key: String, value: String)]
    /// The body; `nil` where there is none.
    let body: JSON?
    let inHeaders: [(key: String, value: String)]

    /// All of it, as it is compared with what another request of the same key sent.
    var json: JSON {
        let object = { (pairs: [(key: String, value: String)]) in
            JSON.object(pairs.map { JSON.Member($0.key, .string($0.value)) })
        }
        // A header that a call does not have is no part of it, as before there were any.
        let headers = inHeaders.isEmpty ? [] : [object(inHeaders)]
        return .array([object(inPath), object(query), body ?? .null] + headers)
    }
}

/// An input that was read, as what may be done with it.
struct EndpointCall {
    /// Answers with a body, and with a status where it is not the usual one.
    typealias Run = @Sendable (Call) async throws -> (body: [UInt8], status: Int?)
    /// Answers with a file.
    typealias MakeFile = @Sendable (Call) async throws -> ExportFile
    /// Begins an answer that is told while it is made, in the words of the wire.
    typealias Tell = @Sendable (Call) async throws -> ToldAnswer<String>

    let run: Run
    /// `nil` where the endpoint answers none; it is not `run` where it does.
    var file: MakeFile?
    /// `nil` where the endpoint's answer is not told so.
    var tell: Tell?
}

/// An endpoint with what answers it.
struct MountedEndpoint<Input: WireInput, Output: Codable & Sendable>: Sendable {
    let endpoint: Endpoint<Input, Output>
    let operation: @Sendable (Input, Call) async throws -> Output
    /// Makes the file, where the endpoint answers one; the operation is not asked then.
    let file: (@Sendable (Input, Call) async throws -> ExportFile)?
    /// Begins an answer that is told while it is made, where a caller may ask for that.
    let telling: (@Sendable (Input, Call) async throws -> ToldAnswer<Output>)?
    /// The way of its requests.
    let handler: EndpointHandler

    /// Reads an input from what was sent, and says what may be done with it.
    ///
    /// - Throws: ``Problem`` `invalid`, `notFound`.
    func read(_ sent: SentInput) throws -> EndpointCall {
        let input = try endpoint.input(
            inPath: sent.inPath,
            query: sent.query,
            body: sent.body,
            inHeaders: sent.inHeaders
        )
        let mayTellStatus = !endpoint.otherStatuses.isEmpty
        let run: EndpointCall.Run = { [operation] call in
            let output = try await operation(input, call)
            let status = mayTellStatus ? (output as? any StatusTelling)?.status : nil
            return (body: try WireEncoder.bytes(output), status: status)
        }
        var made = EndpointCall(run: run)
        if let file { made.file = { call in try await file(input, call) } }
        if let telling {
            made.tell = { call in
                let told = try await telling(input, call)
                return told.worded { String(decoding: try WireEncoder.bytes($0), as: UTF8.self) }
            }
        }
        return made
    }
}
