import Contract

/// Reads the answers of an endpoint, for those who pass them on whatever they say.
///
/// Who knows an endpoint only by this is compiled once, and not once for each of them: that would
/// be most of the library.
protocol AnswerReading: AnyObject {
    /// Reads an answer.
    ///
    /// - Throws: ``PurserError`` for every answer but success, and for one that cannot be read.
    func read(_ response: TransportResponse) throws(PurserError)

    /// Reads the body of an answer that was kept, if it can be read.
    func readKept(_ body: [UInt8]) -> Bool

    /// Tells whether an answer can be read.
    var check: @Sendable (TransportResponse) throws -> Void { get }
}

/// Reads the answers of an endpoint, and has the last one.
final class AnswerReader<Input: WireInput, Output: Codable & Sendable>: AnswerReading {
    private let endpoint: Endpoint<Input, Output>
    private var output: Output?

    init(_ endpoint: Endpoint<Input, Output>) { self.endpoint = endpoint }

    /// What was read.
    var answer: Output {
        guard let output else { preconditionFailure("an answer is taken once it was read") }
        return output
    }

    var check: @Sendable (TransportResponse) throws -> Void {
        { [endpoint] in _ = try endpoint.read($0) }
    }

    func read(_ response: TransportResponse) throws(PurserError) {
        output = try endpoint.read(response)
    }

    func readKept(_ body: [UInt8]) -> Bool {
        guard let kept = try? endpoint.output(of: body) else { return false }
        output = kept
        return true
    }
}
