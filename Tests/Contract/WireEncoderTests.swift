import Kernel
import Testing

@testable import Contract

@Suite("Writing wire types")
struct WireEncoderTests {
    private func text(_ value: some Encodable) throws -> String {
        String(decoding: try WireEncoder.bytes(value), as: UTF8.self)
    }

    struct Everything: Encodable {
        var z = "ü\"\n"
        var a: Int64 = .min
        var flag = true
        var absent: String?
        var present: Int? = 3
        var list: [Inner] = [Inner(), Inner(x: 1.5, children: [Inner()])]
        var none: [Int] = []
        var map = ["k": Empty()]
        var nested: [[Int?]] = [[1, nil], []]
        var id = ID<Entity.Member>(.zero)
        var at = WireTimestamp(Timestamp(milliseconds: 1_736_937_000_999))
        var role = API.Allowance.Role.child
    }

    struct Inner: Encodable {
        var x = 0.0
        var children: [Inner] = []
    }

    @Test("fields come in the order of the type, absent ones are left out")
    func everything() throws {
        let expected = """
            {"z":"ü\\"\\n","a":-9223372036854775808,"flag":true,"present":3,\
            "list":[{"x":0,"children":[]},{"x":1.5,"children":[{"x":0,"children":[]}]}],\
            "none":[],"map":{"k":{}},"nested":[[1,null],[]],\
            "id":"00000000-0000-0000-0000-000000000000","at":"2025-01-15T10:30:00Z","role":"Child"}
            """
        #expect(try text(Everything()) == expected)
    }

    @Test(
        "a double is written in its shortest form, a whole one without a fraction",
        arguments: [
            (0.0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (0.5, "0.5"),
            (0.1 + 0.2, "0.30000000000000004"),
            (40.7128, "40.7128"), (-74.006, "-74.006"), (1e14, "100000000000000"),
            (1e15, "1000000000000000"), (1e16, "10000000000000000"), (0x1p53, "9007199254740992"),
            (-0x1p53 - 2, "-9007199254740994"), (1e17, "1e+17"),
            (1e-7, "1e-07"), (123_456_789.25, "123456789.25"),
            (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
            (.leastNonzeroMagnitude, "5e-324"),
        ]
    )
    func doubles(value: Double, expected: String) throws {
        #expect(try text([value]) == "[\(expected)]")
        let read = try JSONParser.parse(text([value]).utf8)
        #expect(try WireDecoder.decode([Double].self, from: read) == [value])
    }

    @Test("what is not finite is not written", arguments: [Double.nan, .infinity, -.infinity])
    func notFinite(value: Double) {
        #expect(throws: EncodingError.self) { try WireEncoder.bytes([value]) }
        #expect(throws: EncodingError.self) { try WireEncoder.bytes(Inner(x: value)) }
    }

    @Test(
        "an amount is written in its shortest form, never with an exponent",
        arguments: [
            (0, "0"), (2_500, "25"), (2_550, "25.5"), (2_555, "25.55"), (-5, "-0.05"), (5, "0.05"),
            (50, "0.5"), (-100, "-1"), (100_000_000_000_000, "1000000000000"), (10, "0.1"),
            (-2_555, "-25.55"), (.max, "92233720368547758.07"), (.min, "-92233720368547758.08"),
        ]
    )
    func amounts(minor: Int64, expected: String) throws {
        #expect(try text(DecimalAmount(minor: minor)) == expected)
        #expect(try text(["a": DecimalAmount(minor: minor)]) == "{\"a\":\(expected)}")
    }

    /// Writes with nested containers by hand, the outer one again after the inner ones.
    struct ByHand: Encodable {
        enum Key: String, CodingKey { case a, b, c, d }

        func encode(to encoder: any Encoder) throws {
            var outer = encoder.container(keyedBy: Key.self)
            try outer.encode(1, forKey: .a)
            var inner = outer.nestedContainer(keyedBy: Key.self, forKey: .b)
            try inner.encodeNil(forKey: .a)
            var list = inner.nestedUnkeyedContainer(forKey: .b)
            try list.encode("x")
            try list.encodeNil()
            var deep = list.nestedContainer(keyedBy: Key.self)
            try deep.encode(true, forKey: .a)
            var deeper = deep.nestedUnkeyedContainer(forKey: .b)
            _ = deeper.nestedUnkeyedContainer()
            try deeper.encode(UInt8(2))
            try list.encode(Float(0.5))
            try inner.encode("after", forKey: .c)
            try outer.encode(Empty(), forKey: .c)
            try Inner().encode(to: outer.superEncoder(forKey: .d))
            #expect(list.count == 4)
        }
    }

    @Test("containers may be nested to any depth and left at any time")
    func nested() throws {
        let expected = """
            {"a":1,"b":{"a":null,"b":["x",null,{"a":true,"b":[[],2]},0.5],"c":"after"},\
            "c":{},"d":{"x":0,"children":[]}}
            """
        #expect(try text(ByHand()) == expected)
    }

    @Test("the keys of a map are sorted, at any depth")
    func maps() throws {
        let keys = (10..<40).map { "k\($0)" }
        let map = Dictionary(uniqueKeysWithValues: keys.map { ($0, [$0: 1]) })
        let expected = keys.map { "\"\($0)\":{\"\($0)\":1}" }.joined(separator: ",")
        #expect(try text(map) == "{\(expected)}")
        #expect(try text([map, nil]) == "[{\(expected)},null]")
        #expect(try text(["outer": map]) == "{\"outer\":{\(expected)}}")
    }

    @Test("a value alone is a text of its own")
    func alone() throws {
        #expect(try text("a") == "\"a\"")
        #expect(try text(true) == "true")
        #expect(try text(UInt64.max) == "18446744073709551615")
        #expect(try text(Int?.none) == "null")
        #expect(try text([String: Int]()) == "{}")
        #expect(try text(Empty()) == "{}")
        #expect(try text([Empty(), Empty()]) == "[{},{}]")
    }
}
