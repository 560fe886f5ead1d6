import Testbed
import Testing

@testable import Providers

@Suite("CBOR of authenticators")
struct CBORReaderTests {
    private func value(_ bytes: [UInt8]) throws -> CBOR { try CBORReader.value(of: bytes) }

    @Test("is read as RFC 8949, appendix A, says")
    func vectors() throws {
        let rows: [([UInt8], CBOR)] = [
            ([0x00], .integer(0)), ([0x17], .integer(23)), ([0x18, 0x18], .integer(24)),
            ([0x19, 0x03, 0xE8], .integer(1_000)),
            ([0x1A, 0x00, 0x0F, 0x42, 0x40], .integer(1_000_000)),
            ([0x1B, 0x00, 0x00, 0x00, 0xE8, 0xD4, 0xA5, 0x10, 0x00], .integer(1_000_000_000_000)),
            ([0x20], .integer(-1)), ([0x38, 0x63], .integer(-100)),
            ([0x39, 0x01, 0x00], .integer(-257)),
            ([0x40], .bytes([])), ([0x44, 1, 2, 3, 4], .bytes([1, 2, 3, 4])),
            ([0x60], .text("")), ([0x62, 0xC3, 0xBC], .text("ü")),
            ([0x80], .array([])),
            ([0x83, 1, 2, 3], .array([.integer(1), .integer(2), .integer(3)])),
            ([0xA0], .map([])),
            (
                [0xA2, 0x61, 0x61, 0x01, 0x61, 0x62, 0x81, 0x02],
                .map([
                    CBOR.Entry(key: .text("a"), value: .integer(1)),
                    CBOR.Entry(key: .text("b"), value: .array([.integer(2)])),
                ])
            ),
            ([0xF4], .flag(false)), ([0xF5], .flag(true)), ([0xF6], .null),
        ]
        for (bytes, expected) in rows { #expect(try value(bytes) == expected, "\(bytes)") }
    }

    @Test(
        "is refused when it ends too early, goes on, or is what no authenticator sends",
        arguments: [
            [], [0x18], [0x19, 0x03], [0x44, 1, 2, 3], [0x62, 0xC3], [0x61, 0xFF], [0x83, 1, 2],
            [0xA1, 0x01], [0x00, 0x00], [0x1C], [0x5F, 0x41, 0x01, 0xFF], [0x9F, 0xFF],
            [0xBF, 0xFF], [0xC0, 0x60], [0xF9, 0x3C, 0x00], [0xFB], [0xF7], [0xF8, 0x20], [0xFF],
            // The same key twice.
            [0xA2, 0x01, 0x01, 0x01, 0x02],
            // Lengths that no memory has.
            [0x5B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00],
            [0x5B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00],
            [0x9B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00],
            [0xBA, 0xFF, 0xFF, 0xFF, 0xFF, 0x00], [0x3B] + [UInt8](repeating: 0xFF, count: 8),
        ] as [[UInt8]]
    )
    func refused(bytes: [UInt8]) {
        #expect(throws: PasskeyRefusal.malformed) { try value(bytes) }
    }

    @Test("has a bound for its depth and for how much there is")
    func bounds() throws {
        let nested = { (depth: Int) in [UInt8](repeating: 0x81, count: depth) + [0x00] }
        _ = try value(nested(CBORReader.depthMost))
        #expect(throws: PasskeyRefusal.malformed) { try value(nested(CBORReader.depthMost + 1)) }
        #expect(throws: PasskeyRefusal.malformed) { try value(nested(100_000)) }
        let list = { (count: Int) in
            TestCBOR.array([[UInt8]](repeating: [0x00], count: count))
        }
        _ = try value(list(CBORReader.valuesMost - 1))
        #expect(throws: PasskeyRefusal.malformed) { try value(list(CBORReader.valuesMost)) }
    }
}
