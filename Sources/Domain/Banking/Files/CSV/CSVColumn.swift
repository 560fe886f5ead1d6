/// A column of a CSV file, by its name in the header or by its number.
public enum CSVColumn: Sendable, Hashable, Codable {
    /// The column with that name; case and white space around it do not count.
    case name(String)
    /// The column at that place, from 1.
    case number(Int)

    /// Reads a string or a whole number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else {
            self = .name(try container.decode(String.self))
        }
    }

    /// Writes a string or a whole number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .name(let name): try container.encode(name)
        case .number(let number): try container.encode(number)
        }
    }
}
