/// The direction of a text's meaning: 128 numbers whose squares add up to one.
public struct TextVector: Hashable, Sendable {
    /// The numbers.
    public let components: [Float]

    /// Scales a vector to the length of one; `nil` for one of no length.
    init?(direction: [Float]) {
        precondition(direction.count == WordEmbeddings.dimensions, "a vector has its dimensions")
        let length = Self.squaredLength(direction).squareRoot()
        guard length > 0, length.isFinite else { return nil }
        components = direction.map { $0 / length }
    }

    /// The cosine of the angle between both.
    public func cosine(_ other: TextVector) -> Float {
        zip(components, other.components).reduce(0) { $0 + $1.0 * $1.1 }
    }

    static func squaredLength(_ vector: [Float]) -> Float {
        vector.reduce(0) { $0 + $1 * $1 }
    }
}

/// How a database keeps it.
extension TextVector {
    /// The numbers, four bytes each, the lowest first.
    public var bytes: [UInt8] {
        components.flatMap { number in
            withUnsafeBytes(of: number.bitPattern.littleEndian, Array.init)
        }
    }

    /// Reads what ``bytes`` wrote; `nil` for anything that is no direction.
    public init?(bytes: [UInt8]) {
        guard bytes.count == WordEmbeddings.dimensions * 4 else { return nil }
        let numbers = bytes.withUnsafeBytes { raw in
            (0..<WordEmbeddings.dimensions).map { place in
                Float(
                    bitPattern: UInt32(
                        littleEndian: raw.loadUnaligned(fromByteOffset: place * 4, as: UInt32.self)
                    )
                )
            }
        }
        guard numbers.allSatisfy(\.isFinite), abs(Self.squaredLength(numbers) - 1) < 0.001 else {
            return nil
        }
        components = numbers
    }
}
