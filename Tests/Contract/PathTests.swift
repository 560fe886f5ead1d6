import Testing

@testable import Contract

@Suite("Paths")
struct PathTests {
    @Test(
        "the places of a template are its parts in braces",
        arguments: [
            ("/", []), ("/rules", []), ("/rules/{id}", ["id"]),
            ("/children/{childId}/goals/{goalId}/pay", ["childId", "goalId"]),
            ("/{a}/{b}/", ["a", "b"]),
        ]
    )
    func keys(text: String, keys: [String]) {
        #expect(PathTemplate(stringLiteral: text).keys == keys)
    }

    @Test(
        "a value fills its place whatever it holds",
        arguments: [
            ("7", "/x/7/y"), ("a b", "/x/a%20b/y"), ("a/b", "/x/a%2Fb/y"),
            ("?#%", "/x/%3F%23%25/y"),
            ("{other}", "/x/%7Bother%7D/y"), ("ü", "/x/%C3%BC/y"), ("a+b", "/x/a%2Bb/y"),
        ]
    )
    func filled(value: String, path: String) {
        let template: PathTemplate = "/x/{id}/y"
        #expect(template.filled(with: ["id": value, "other": "z"]) == path)
    }

    @Test("one value never lands in the place of another")
    func independent() {
        let template: PathTemplate = "/{a}/{b}"
        #expect(template.filled(with: ["a": "{b}", "b": "2"]) == "/%7Bb%7D/2")
    }

    @Test("without a value, or with an empty one, there is no path")
    func missing() {
        let template: PathTemplate = "/rules/{id}"
        #expect(template.filled(with: [:]) == nil)
        #expect(template.filled(with: ["id": ""]) == nil)
        #expect(("/rules" as PathTemplate).filled(with: [:]) == "/rules")
    }

    @Test("every text comes back from its percent-encoding")
    func inverse() {
        let texts =
            (0..<0x250).compactMap(Unicode.Scalar.init).map { String($0) }
            + ["", "a b+c%20", "🐷/漢?ü&=#", "%", "%%41", "\u{10FFFF}"]
        for text in texts {
            let encoded = PercentCoding.encoded(text)
            #expect(PercentCoding.decoded(encoded) == text)
            #expect(PercentCoding.decoded(encoded, plusIsSpace: true) == text)
            #expect(
                encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/?#&=+".utf8.contains($0) }
            )
        }
    }

    @Test(
        "escapes are read in any case, and broken ones are refused",
        arguments: [
            ("a%20b", "a b"), ("%c3%bc", "ü"), ("%C3%BC", "ü"), ("a+b", "a+b"), ("%2B", "+"),
            ("", ""), ("%00", "\u{0}"), ("%", nil), ("%4", nil), ("a%", nil), ("%zz", nil),
            ("%4g", nil), ("%C3", nil), ("%FF", nil), ("%ED%A0%80", nil), ("%+1", nil),
        ] as [(String, String?)]
    )
    func decoded(text: String, expected: String?) {
        #expect(PercentCoding.decoded(text) == expected)
    }

    @Test("a plus is a space where a form or a query says so")
    func plus() {
        #expect(PercentCoding.decoded("a+b%2Bc", plusIsSpace: true) == "a b+c")
    }

    @Test("only unreserved characters stay as they are")
    func unreserved() {
        let text = "ABCXYZabcxyz0189-._~"
        #expect(PercentCoding.encoded(text) == text)
        #expect(PercentCoding.encoded("@[`{^/:") == "%40%5B%60%7B%5E%2F%3A")
    }
}
