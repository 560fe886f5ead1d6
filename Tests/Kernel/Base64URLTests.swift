import Foundation
import Kernel
import Testing

@Suite("base64url")
struct Base64URLTests {
    @Test(
        "agrees with RFC 4648, section 10",
        arguments: [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
            ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
        ]
    )
    func vectors(plain: String, encoded: String) {
        #expect(Base64URL.text(Array(plain.utf8)) == encoded)
        #expect(Base64URL.bytes(encoded) == Array(plain.utf8))
    }

    @Test("agrees with Foundation for every byte and length")
    func foundation() {
        let bytes = (0...255).map { UInt8($0) } + (0...255).map { UInt8(255 - $0) }
        for count in 0...bytes.count {
            let prefix = Array(bytes[..<count])
            let expected = Data(prefix).base64EncodedString()
                .replacingOccurrences(of: "+", with: "-")
                .replacingOccurrences(of: "/", with: "_")
                .replacingOccurrences(of: "=", with: "")
            #expect(Base64URL.text(prefix) == expected)
            #expect(Base64URL.bytes(expected) == prefix)
        }
    }

    @Test(
        "refuses padding, foreign characters, impossible lengths and stray bits",
        arguments: [
            "Zg==", "Zm8=", "Zm9v ", "Zm+v", "Zm/v", "Z", "Zm9vY", "Zh", "Zm9", "é", "\u{0}AA",
        ]
    )
    func refusals(text: String) {
        #expect(Base64URL.bytes(text) == nil)
    }
}
