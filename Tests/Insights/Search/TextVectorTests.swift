import Testing

@testable import Insights

@Suite("Vectors")
struct TextVectorTests {
    private let texts = ["coffee", "groceries at whole foods", "rent", "a cup of tea", "東京"]

    @Test("have a length of one, and a cosine of one with themselves")
    func length() throws {
        for text in texts.dropLast() {
            let vector = try #require(WordEmbeddings.carried.vector(of: text))
            #expect(abs(TextVector.squaredLength(vector.components) - 1) < 0.0001)
            #expect(abs(vector.cosine(vector) - 1) < 0.0001)
        }
        #expect(TextVector(direction: Array(repeating: 0, count: 128)) == nil)
        #expect(TextVector(direction: Array(repeating: .infinity, count: 128)) == nil)
        #expect(TextVector(direction: Array(repeating: .nan, count: 128)) == nil)
    }

    @Test("are read as they were written, and nothing else is one")
    func bytes() throws {
        let vector = try #require(WordEmbeddings.carried.vector(of: "coffee"))
        let bytes = vector.bytes
        #expect(bytes.count == 512)
        #expect(TextVector(bytes: bytes) == vector)
        #expect(TextVector(bytes: Array(bytes.dropLast())) == nil)
        #expect(TextVector(bytes: bytes + [0]) == nil)
        #expect(TextVector(bytes: Array(repeating: 0, count: 512)) == nil)
        #expect(TextVector(bytes: Array(repeating: 0xFF, count: 512)) == nil)
    }

    @Test("of many texts are compared with one as they are one by one")
    func table() throws {
        let vectors = texts.map { WordEmbeddings.carried.vector(of: $0) }
        var table = VectorTable()
        for vector in vectors { table.append(vector) }
        #expect(table.count == texts.count)
        let query = try #require(vectors[0])
        let cosines = table.cosines(with: query)
        for (cosine, vector) in zip(cosines, vectors) {
            #expect(abs(cosine - (vector?.cosine(query) ?? 0)) < 0.000_001)
        }
        #expect(cosines[4] == 0)
        #expect(VectorTable().cosines(with: query) == [])
    }
}
