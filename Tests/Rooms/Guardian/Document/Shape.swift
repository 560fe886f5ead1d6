import Contract

@testable import ServerTestbed

/// Whether an answer has what an example of the document shows: its fields, with its types.
///
/// What an answer has beyond the example is no fault, and figures may differ.
enum Shape {
    /// Where an answer differs from an example: `debug.p_ml: a string where a number is shown`.
    static func faults(of answer: JSON, as example: JSON, at path: String = "answer") -> [String] {
        switch (example, answer) {
        case (.object(let members), .object):
            return members.flatMap { member -> [String] in
                let place = "\(path).\(member.key)"
                guard let value = answer[member.key] else { return ["\(place): missing"] }
                return faults(of: value, as: member.value, at: place)
            }
        case (.array(let shown), .array(let given)):
            guard let first = shown.first else { return [] }
            if given.isEmpty { return ["\(path): empty"] }
            return given.enumerated().flatMap { faults(of: $1, as: first, at: "\(path)[\($0)]") }
        // A field that is shown without a value may have one.
        case (.null, .null), (.null, .object): return []
        case (.number(let shown), .number(let given)):
            let isWhole = shown.allSatisfy { $0.isNumber || $0 == "-" } && shown != "0"
            let isAmount = path.hasSuffix("_cents") || path.hasSuffix("_id") || isWhole
            guard isAmount, given.contains(where: { ".eE".contains($0) }) else { return [] }
            return ["\(path): \(given) where a whole number is shown"]
        case (.string(let shown), .string(let given)):
            return isInstant(shown) && !isInstant(given)
                ? ["\(path): \(given) where an instant is shown"] : []
        case (.bool, .bool): return []
        default: return ["\(path): \(word(answer)) where \(word(example)) is shown"]
        }
    }

    private static func isInstant(_ text: String) -> Bool {
        text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/) != nil
    }

    private static func word(_ value: JSON) -> String {
        switch value {
        case .null: "null"
        case .bool: "a flag"
        case .number: "a number"
        case .string, .loose: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
