import Kernel
import Testing

@testable import Web

@Suite("Text in pages")
struct PageContentTests {
    @Test(
        "is escaped whatever marks join its characters, and turns nothing around",
        arguments: [
            ("Corner Books", "Corner Books"), ("", ""), ("a\tb\nc\r\n", "a\tb\nc\r\n"),
            ("<b> & \"c\" 'd'", "&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;"),
            ("\"\u{301} on", "&quot;\u{301} on"), ("<\u{FE0F}", "&lt;\u{FE0F}"),
            ("'\u{200D}&\u{20DD}", "&#39;\u{200D}&amp;\u{20DD}"), ("\"\r\n\"", "&quot;\r\n&quot;"),
            ("a\u{202E}b\u{2066}c\u{2069}", "abc"), ("\u{202A}\u{202B}\u{202C}\u{202D}", ""),
            ("a\u{0}b\u{1B}c\u{7F}", "abc"), ("\u{200E}\u{200F}\u{2010}\u{20AC}\u{2212}", nil),
            ("\u{2065}\u{206A}\u{2029}\u{202F}", nil), ("🐷é日本", nil), ("\u{E2}", nil),
        ] as [(String, String?)]
    )
    func escapes(text: String, escaped: String?) {
        let shown = PageContent().escapeText(text)
        #expect(Array(shown.utf8) == Array((escaped ?? text).utf8))
    }

    @Test("is so in every template, and in each part of one")
    func templates() {
        let evil = "\"\u{301} onfocus=evil x=\"\u{202E}"
        let shown = "&quot;\u{301} onfocus=evil x=&quot;"
        let format = PageFormat(languages: nil, currency: .usd)
        let page = Templates.document(
            BuyView(
                BuyView.Question(merchant: evil, amount: evil, category: evil),
                problems: ["merchant": evil],
                notices: [Notice(.warn, evil)],
                currency: evil,
                formToken: evil,
                format
            ),
            in: Frame(
                titled: evil,
                at: .buy,
                for: Frame.Reader(name: evil, role: evil),
                format,
                formToken: evil
            )
        )
        #expect(page.hasPrefix("<!doctype html>"))
        #expect(!page.contains("\u{202E}"))
        #expect(page.utf8.count > 0 && !Self.has(Array(evil.utf8.dropLast(3)), in: page))
        #expect(page.ranges(of: shown).count >= 8)
        #expect(page.contains("data-reader=\"\(shown)\""))
    }

    /// Whether bytes stand in a text, whatever characters they make there.
    private static func has(_ bytes: [UInt8], in text: String) -> Bool {
        let text = Array(text.utf8)
        return text.indices.contains { text[$0...].starts(with: bytes) }
    }
}
