public import Kernel

/// A password, taken as it is: not trimmed, not printed.
public struct Password: Hashable, Sendable, Codable {
    /// The password itself.
    public let secret: String

    /// Makes a password.
    public init(_ secret: String) {
        self.secret = secret
    }

    /// Reads a string.
    public init(from decoder: any Decoder) throws { self = try Self.leaf(from: decoder) }

    /// Writes the password; only a client does.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(secret)
    }
}

extension Password: WireLeaf {
    static var schema: Schema { Schema(.string, format: "password", text: .secret) }
    static var sampleValue: Self { Self("") }

    static func read(_ json: JSON) -> Result<Self, WireFault> {
        guard case .string(let secret) = json else { return .failure(.wrongType) }
        return .success(Self(secret))
    }
}

extension Password: Confidential {
    /// Says that there is a password.
    public var description: String { "<password>" }
}
