import Testing

@testable import Providers

@Suite("Secrets")
struct SecretTests {
    @Test(
        "authenticate as RFC 4231 says",
        arguments: [
            (
                [UInt8](repeating: 0x0B, count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xAA, count: 131),
                "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ]
    )
    func vectors(key: [UInt8], message: String, expected: String) {
        let code = Secret(key).authenticationCode(for: Array(message.utf8))
        let hexadecimal = code.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }
        #expect(hexadecimal.joined() == expected)
    }

    @Test("are equal when their bytes are")
    func equality() {
        #expect(Secret([1, 2, 3]) == Secret([1, 2, 3]))
        #expect(Secret([1, 2, 3]) != Secret([1, 2, 4]))
        #expect(Secret([1, 2, 3]).count == 3)
    }

    @Test("are never printed")
    func printing() {
        let secret = Secret(Array("correct horse".utf8))
        var text = "\(secret) \(String(reflecting: secret)) \([secret]) \(Optional(secret) as Any)"
        dump(["key": secret], to: &text)
        #expect(!text.contains("correct"))
        #expect(!text.contains("99, 111"))
        #expect(text.contains("[secret]"))
    }
}
