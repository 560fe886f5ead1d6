import Kernel
import Testing

@Suite("Ids")
struct IDTests {
    @Test("an id is read in any case and written in lower case")
    func anyCase() throws {
        let lower = "018f3b2a-7c4d-7e5f-8a1b-2c3d4e5f6a7b"
        #expect(try #require(RawID(lower.uppercased())).text == lower)
        #expect(try #require(RawID("018F3b2a-7c4D-7e5f-8A1b-2c3d4e5f6a7B")).text == lower)
        #expect(ID<Entity.Member>(lower)?.text == lower)
        #expect(RawID.zero.text == "00000000-0000-0000-0000-000000000000")
        #expect(RawID(high: .max, low: .max).text == "ffffffff-ffff-ffff-ffff-ffffffffffff")
    }

    @Test("an id writes the same text wherever it is written to")
    func written() {
        let id = RawID(high: 0x0123_4567_89AB_7CDE, low: 0xF012_3456_789A_BCDE)
        var bytes: [UInt8] = [0x21]
        id.append(to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "!\(id.text)")
        #expect(id.text == "01234567-89ab-7cde-f012-3456789abcde")
    }

    @Test(
        "what is no UUID is refused",
        arguments: [
            "", "0", "018f3b2a7c4d7e5f8a1b2c3d4e5f6a7b", "018f3b2a-7c4d-7e5f-8a1b-2c3d4e5f6a7",
            "018f3b2a-7c4d-7e5f-8a1b-2c3d4e5f6a7b0", "018f3b2a-7c4d-7e5f-8a1b-2c3d4e5f6a7g",
            "{018f3b2a-7c4d-7e5f-8a1b-2c3d4e5f6a7b}", "018f3b2a-7c4d-7e5f-8a1b_2c3d4e5f6a7b",
            "018f3b2a-7c4d7-e5f-8a1b-2c3d4e5f6a7b", " 018f3b2a-7c4d-7e5f-8a1b-2c3d4e5f6a7b",
            "018f3b2a-7c4d-7e5f-8a1b-2c3d4e5f6a7\u{FF42}", "------------------------------------",
        ]
    )
    func malformed(text: String) {
        #expect(RawID(text) == nil)
        #expect(ID<Entity.Member>(text) == nil)
    }

    @Test("of all characters at all places the digits are read, and nothing else")
    func everyCharacter() {
        let text = Array("018f3b2a-7c4d-7e5f-8a1b-2c3d4e5f6a7b".utf8)
        let wrong = text.indices.flatMap { place in
            (UInt8.min...UInt8.max).filter { character in
                var changed = text
                changed[place] = character
                let isRight =
                    text[place] == UInt8(ascii: "-")
                    ? character == text[place]
                    : character < 0x80 && Character(UnicodeScalar(character)).isHexDigit
                let read = changed.withUnsafeBufferPointer { RawID(utf8: $0)?.text }
                let expected = String(decoding: changed, as: UTF8.self).lowercased()
                return read != (isRight ? expected : nil)
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test("a new id says its version, its variant and its instant")
    func version() {
        // RFC 9562, appendix A.6: the instant of its example.
        let instant = Timestamp(milliseconds: 0x017F_22E2_79B0)
        let id = RawID(instant: instant, counter: 0x0CC3, random: .max)
        #expect(id.text == "017f22e2-79b0-7cc3-bfff-ffffffffffff")
        let least = RawID(instant: instant, counter: 0xF000, random: 0)
        #expect(least.text == "017f22e2-79b0-7000-8000-000000000000")
    }

    @Test("ids sort by instant, then counter, then chance, and so does their text")
    func order() {
        let ids = [(1, 0, 9), (1, 1, 0), (2, 0, 0), (2, 0, 4), (256, 0, 0)].map { parts in
            RawID(
                instant: Timestamp(milliseconds: Int64(parts.0)),
                counter: UInt16(parts.1),
                random: UInt64(parts.2)
            )
        }
        #expect(ids == ids.sorted())
        #expect(ids.map(\.text) == ids.map(\.text).sorted())
        #expect(Set(ids).count == ids.count)
    }

    @Test("the system's ids ascend, also when the clock stands still or goes back")
    func ascending() {
        let source = SystemIDs()
        let clock: [Int64] = [1_000, 1_000, 999, 5, 1_001, 0, -7, 2_000]
        let ids = clock.flatMap { milliseconds in
            (0..<5_000).map { _ in source.next(at: Timestamp(milliseconds: milliseconds)) }
        }
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
        #expect(ids.allSatisfy { $0.text.dropFirst(14).first == "7" })
    }

    @Test("no id is made twice when many ask at once")
    func concurrent() async {
        let source = SystemIDs()
        let ids = await withTaskGroup(of: [RawID].self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<2_000).map { _ in source.next(at: Timestamp(seconds: 1)) } }
            }
            return await group.reduce(into: Set<RawID>()) { $0.formUnion($1) }
        }
        #expect(ids.count == 16_000)
    }
}
