import Kernel
import Testing

@Suite("Hexadecimal digits")
struct HexadecimalTests {
    @Test(
        "each byte is two digits in lower case",
        arguments: [
            ([], ""), ([0], "00"), ([0x0F, 0xF0], "0ff0"),
            ([0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF], "0123456789abcdef"),
        ] as [([UInt8], String)]
    )
    func text(bytes: [UInt8], text: String) {
        #expect(bytes.withUnsafeBytes(Hexadecimal.text) == text)
    }
}
