/// Many vectors in one piece of memory, compared with one of them in one pass.
///
/// Four bytes a number: with one byte a score would differ by a thousandth or two from what the
/// words say, and scores are told to the thousandth.
struct VectorTable: Sendable {
    private typealias Lanes = SIMD16<Float>
    private static let lanesEach = WordEmbeddings.dimensions / Lanes.scalarCount

    private var lanes: [Lanes] = []

    /// How many vectors there are.
    var count: Int { lanes.count / Self.lanesEach }

    /// Adds a vector; `nil` is one that is like no other.
    mutating func append(_ vector: TextVector?) {
        lanes.append(contentsOf: Self.lanes(of: vector))
    }

    /// The cosine of each vector with one.
    ///
    /// - Complexity: O(*n*); some 60 ns a vector, without allocating for any.
    func cosines(with vector: TextVector) -> [Float] {
        let query = Self.lanes(of: vector)
        return query.withUnsafeBufferPointer { query in
            lanes.withUnsafeBufferPointer { lanes in
                [Float](unsafeUninitializedCapacity: count) { cosines, written in
                    for place in 0..<count {
                        let first = place * Self.lanesEach
                        var sum = query[0] * lanes[first]
                        for lane in 1..<Self.lanesEach { sum += query[lane] * lanes[first + lane] }
                        cosines[place] = sum.sum()
                    }
                    written = count
                }
            }
        }
    }

    private static func lanes(of vector: TextVector?) -> [Lanes] {
        guard let vector else { return Array(repeating: .zero, count: lanesEach) }
        return (0..<lanesEach).map { lane in
            let first = lane * Lanes.scalarCount
            return Lanes(vector.components[first..<first + Lanes.scalarCount])
        }
    }
}
