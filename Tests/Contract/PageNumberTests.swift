import Testing

@testable import Contract

@Suite("A number that says which rows to show")
struct PageNumberTests {
    @Test(
        "is any whole number, however large",
        arguments: [
            (JSON.loose("20"), Int64(20)), (.loose(" 0 "), 0), (.loose("-3"), -3),
            (.number("2.0"), 2), (.number("1e2"), 100),
            (.loose("9223372036854775807"), Int64.max),
            (.loose("99999999999999999999"), Int64.max), (.loose("1e400"), Int64.max),
            (.loose("-99999999999999999999"), Int64.min), (.loose(" -1e30"), Int64.min),
        ]
    )
    func numbers(json: JSON, value: Int64) throws {
        #expect(try PageNumber.read(json).get() == PageNumber(value))
    }

    @Test("has no bounds in a schema, because nothing that is whole is refused")
    func schema() {
        #expect(PageNumber.schema == Schema(.integer))
    }

    @Test(
        "is nothing else",
        arguments: [
            JSON.loose("abc"), .loose("1.5"), .loose("0x10"), .loose("nan"), .loose("infinity"),
            .string("20"), .bool(true), .null, .array([]),
        ]
    )
    func others(json: JSON) {
        #expect(throws: WireFault.self) { try PageNumber.read(json).get() }
    }
}
