import Foundation

/// What is wrong with a model's file.
public struct ModelFileError: Error, Equatable, CustomStringConvertible {
    /// What is wrong, in one clause.
    public let reason: String

    /// The message an operator reads.
    public var description: String { "the scoring model cannot be used: \(reason)" }
}

extension ScoringModel {
    /// Reads a model's file.
    ///
    /// - Parameter json: The text of the file.
    /// - Throws: ``ModelFileError`` when the text is no model, or one that cannot be evaluated.
    public init(json: String) throws(ModelFileError) {
        do {
            self = try JSONDecoder().decode(ScoringModel.self, from: Data(json.utf8))
        } catch let error as DecodingError {
            throw ModelFileError(reason: Self.reason(of: error))
        } catch {
            throw ModelFileError(reason: "it is no JSON")
        }
        if let fault { throw ModelFileError(reason: fault) }
    }

    /// The text of the model's file: the same model gives the same bytes.
    ///
    /// Numbers have the fewest digits from which the same number is read again.
    ///
    /// - Throws: What Foundation's encoder throws, which no model that was trained or read causes.
    public func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }

    private static func reason(of error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context):
            "\(path(context.codingPath + [key])) is missing"
        case .typeMismatch(_, let context):
            "\(path(context.codingPath)) has the wrong type"
        case .valueNotFound(_, let context):
            "\(path(context.codingPath)) has no value"
        case .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "it is no JSON" : "\(path(context.codingPath)) holds no usable value"
        @unknown default:
            "it is no model"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.map { key in key.intValue.map { "[\($0)]" } ?? key.stringValue }
            .joined(separator: ".")
    }
}
