import Contract
import Kernel
import Testing

/// The claims of a token, unchecked.
struct Claims {
    private let json: JSON

    init(_ token: String) throws {
        let parts = token.split(separator: ".")
        json = try JSONParser.parse(try #require(Base64URL.bytes(String(parts[1]))))
    }

    func string(_ name: String) -> String? {
        guard case .string(let text) = json[name] else { return nil }
        return text
    }

    func integer(_ name: String) -> Int64? {
        guard case .number(let text) = json[name] else { return nil }
        return Int64(text)
    }
}
