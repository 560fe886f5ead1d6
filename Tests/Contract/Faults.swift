import Contract
import Testing

/// The faults that reading an input finds, as `field rule`; empty when it is read.
func faults<Input: WireInput>(
    _ type: Input.Type,
    _ text: String,
    sourceLocation: SourceLocation = #_sourceLocation
) -> [String] {
    do {
        _ = try WireDecoder.decodeInput(type, from: JSONParser.parse(text.utf8))
        return []
    } catch let problem as Problem {
        #expect(problem.kind == .invalid, sourceLocation: sourceLocation)
        #expect(!problem.faults.isEmpty, sourceLocation: sourceLocation)
        return problem.faults.map { "\($0.field) \($0.rule)" }
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
        return []
    }
}

/// What one field of an input has to say about a JSON value.
func fault<Input: WireInput>(
    _ type: Input.Type,
    _ field: String,
    _ value: String,
    in others: String = ""
) -> String? {
    let body = others.isEmpty ? "{\"\(field)\":\(value)}" : "{\(others),\"\(field)\":\(value)}"
    return faults(type, body).first { $0.hasPrefix("\(field) ") }
        .map { String($0.dropFirst(field.count + 1)) }
}
