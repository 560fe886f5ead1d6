import Foundation
import Testing

@testable import Insights

@Suite("Words of a text")
struct FoldedTextTests {
    @Test(
        "are runs of letters and runs of digits, folded",
        arguments: [
            ("Starbucks", ["starbucks"]), ("2K4", ["2", "k", "4"]), ("Joe's", ["joes"]),
            ("Joe’s `x`", ["joes", "x"]), ("H&M", ["hm"]), ("AT&T*BILL", ["att", "bill"]),
            ("Marks&Spencer", ["marks", "spencer"]), ("a&b&c", ["abc"]), ("a & b", ["a", "b"]),
            ("&a", ["a"]), ("a&", ["a"]), ("a&&b", ["a", "b"]), ("PG&E's", ["pg", "es"]),
            ("crème brûlée", ["creme", "brulee"]), ("Straße Łódź", ["strasse", "lodz"]),
            ("ǼÐÞØŒŊĦIı", ["aedthooenhii"]), ("İstanbul", ["istanbul"]),
            ("cafe\u{301}x", ["cafex"]),
            ("東京 Tokyo", ["tokyo"]), ("שלום", []), ("a😀b", ["a", "b"]), ("", []), ("  \n", []),
            ("\u{212A}ing", ["king"]), ("ﬁn", ["n"]), ("a\u{5B0}b", ["a", "b"]),
        ]
    )
    func words(text: String, expected: [String]) {
        #expect(SearchWords.words(in: text) == expected)
    }

    @Test("are skipped when they have more than 40 letters or 4 digits")
    func lengths() {
        let longest = String(repeating: "a", count: 40)
        #expect(SearchWords.words(in: "\(longest) b") == [longest, "b"])
        #expect(SearchWords.words(in: "\(longest)a b") == ["b"])
        #expect(SearchWords.words(in: "1234 12345 x") == ["1234", "x"])
    }

    @Test("are for every scalar of alphabets what the whole text's normal form makes of them")
    func everyScalar() {
        let values = [UInt32(0)...0x2FFF, 0xA000...0xABFF, 0xFB00...0xFFFF].joined()
        let wrong = values.compactMap(Unicode.Scalar.init).filter { scalar in
            let text = "x\(scalar)y"
            return SearchWords.words(in: text) != Self.plainWords(in: text)
        }
        #expect(wrong == [])
    }

    @Test("do not depend on the order of marks")
    func marks() {
        let marks: [Unicode.Scalar] = ["\u{301}", "\u{323}", "\u{5B0}", "\u{20D0}"]
        for one in marks {
            for other in marks {
                let text = "x\(one)\(other)y"
                #expect(SearchWords.words(in: text) == Self.plainWords(in: text))
            }
        }
    }

    /// The same rules written down a second time, step by step over the whole text.
    private static func plainWords(in text: String) -> [String] {
        let special: [Unicode.Scalar: String] = [
            "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h",
            "ı": "i", "þ": "th", "ŋ": "n",
        ]
        var plain = ""
        for scalar in text.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars {
            if (0x300...0x36F).contains(scalar.value) || "'’`".unicodeScalars.contains(scalar) {
                continue
            }
            plain += special[scalar] ?? String(scalar)
        }
        let scalars = Array(plain.unicodeScalars)
        let isOfWords = { (place: Int) in
            scalars.indices.contains(place) && scalars[place].isASCII
                && (("a"..."z").contains(scalars[place]) || ("0"..."9").contains(scalars[place]))
        }
        var joined = String.UnicodeScalarView()
        for place in scalars.indices {
            let isDropped =
                scalars[place] == "&" && isOfWords(place - 1) && isOfWords(place + 1)
                && !isOfWords(place + 2)
            if !isDropped { joined.append(scalars[place]) }
        }
        return String(joined).matches(of: /[a-z]+|[0-9]+/.matchingSemantics(.unicodeScalar))
            .map { String($0.output) }
            .filter { $0.utf8.count <= ($0.utf8.first ?? 0 < 0x3A ? 4 : 40) }
    }
}
