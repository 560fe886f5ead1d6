import Testing

@testable import Providers

@Suite("base32")
struct Base32Tests {
    @Test(
        "agrees with RFC 4648, section 10, but for the padding",
        arguments: [
            ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"),
            ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI"),
        ]
    )
    func vectors(plain: String, encoded: String) {
        #expect(Base32.text(Array(plain.utf8)) == encoded)
        #expect(Base32.isWellFormed(encoded))
    }

    @Test("knows foreign characters", arguments: ["my", "M1", "M8", "M=", "M Y", "É"])
    func foreign(text: String) {
        #expect(!Base32.isWellFormed(text))
    }
}
