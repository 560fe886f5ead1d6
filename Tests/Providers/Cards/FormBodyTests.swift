import Foundation
import Testing

@testable import Providers

@Suite("Forms")
struct FormBodyTests {
    @Test(
        "values are written so that nothing in them means anything",
        arguments: [
            ("", ""), ("abcXYZ019-_", "abcXYZ019-_"), ("a b", "a%20b"), ("+", "%2B"),
            ("a&b=c", "a%26b%3Dc"), ("metadata[x]", "metadata%5Bx%5D"), ("100%", "100%25"),
            ("../a", "%2E%2E%2Fa"), ("?#", "%3F%23"), ("é", "%C3%A9"), ("💳", "%F0%9F%92%B3"),
            ("\r\n\u{0}", "%0D%0A%00"), ("~", "%7E"),
        ]
    )
    func values(value: String, text: String) {
        #expect(FormBody.encoded(value) == text)
        #expect(text.removingPercentEncoding == value)
    }

    @Test("fields keep their order, and those without a value are left out")
    func fields() {
        let form = FormBody(["b": "2", "a[0]": "1 & 1", "none": nil, "empty": ""])
        #expect(form.text == "b=2&a%5B0%5D=1%20%26%201&empty=")
        #expect(FormBody(["none": nil]).text == "")
        #expect(FormBody([:]).text == "")
    }
}
