import Kernel
import Testing

@Suite("Texts that anybody may have sent")
struct StringBoundsTests {
    @Test("have more scalars than so many, or not", arguments: ["a", "\u{E9}", "\u{1F4B0}"])
    func scalars(scalar: String) {
        for count in 0..<6 {
            let text = String(repeating: scalar, count: count)
            for most in 0..<6 { #expect(text.hasMoreScalars(than: most) == (count > most)) }
        }
        let long = String(repeating: scalar, count: 100_000)
        #expect(long.hasMoreScalars(than: 99_999))
        #expect(!long.hasMoreScalars(than: 100_000))
    }

    @Test(
        "have runs of combining marks, of which thirty are enough for any language",
        arguments: [
            ("", true), ("password", true), ("пароль 密码 🔑", true),
            ("e\(accents(30))", true), ("e\(accents(31))", false), (accents(31), false),
            ("x\(accents(30))y\(accents(30))", true), ("x\(accents(30))y\(accents(31))", false),
            (jamo, true),
        ] as [(String, Bool)]
    )
    func marks(text: String, isStreamSafe: Bool) {
        #expect(text.isStreamSafe == isStreamSafe)
    }

    @Test("are the same only byte by byte")
    func exact() {
        #expect("\u{E9}" == "e\u{301}", "the premise: Swift finds them equal")
        #expect(!"\u{E9}".isExactly("e\u{301}"))
        #expect("\u{E9}".isExactly("\u{E9}"))
        #expect(!"a".isExactly("b"))
        #expect(!"a".isExactly("aa"))
        #expect("a\u{301}\u{316}" == "a\u{316}\u{301}", "the premise: of one length, too")
        #expect(!"a\u{301}\u{316}".isExactly("a\u{316}\u{301}"))
        let names: Set = [ExactText("\u{E9}"), ExactText("e\u{301}"), ExactText("e\u{301}")]
        #expect(names.count == 2)
        #expect(ExactText("a").hashValue != ExactText("b").hashValue)
        #expect(ExactText("a").hashValue == ExactText("ab".prefix(1).description).hashValue)
    }

    /// Letters that are put together, of which no run has to be sorted.
    private static let jamo = "\u{1100}" + String(repeating: "\u{1161}", count: 100)

    private static func accents(_ count: Int) -> String {
        String(repeating: "\u{301}", count: count)
    }
}
