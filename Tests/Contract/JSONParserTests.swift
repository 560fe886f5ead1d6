import Kernel
import Testing

@testable import Contract

@Suite("Reading JSON")
struct JSONParserTests {
    @Test(
        "what RFC 8259 allows is read",
        arguments: [
            ("null", JSON.null), ("true", .bool(true)), ("false", .bool(false)),
            (" \t\r\n0 \n", .number("0")), ("-0", .number("-0")), ("-0.0", .number("-0.0")),
            ("12.50", .number("12.50")), ("1e2", .number("1e2")), ("1E+2", .number("1E+2")),
            ("1.5e-7", .number("1.5e-7")), ("0e0", .number("0e0")),
            ("\"\"", .string("")), ("\"a b\"", .string("a b")),
            ("[]", .array([])), ("[ ]", .array([])), ("{}", .object([])), ("{ }", .object([])),
            ("[1,[2],{}]", .array([.number("1"), .array([.number("2")]), .object([])])),
            ("{\"\":0}", .object([.init("", .number("0"))])),
            (
                " { \"b\" : 1 , \"a\" : [ null ] } ",
                .object([.init("b", .number("1")), .init("a", .array([.null]))])
            ),
        ]
    )
    func accepted(text: String, value: JSON) throws {
        #expect(try JSONParser.parse(text.utf8) == value)
    }

    @Test(
        "strings mean what their escapes say",
        arguments: [
            (#""\"\\\/""#, "\"\\/"), (#""\b\f\n\r\t""#, "\u{8}\u{C}\n\r\t"),
            (#""\u0041\u00e9\u00E9""#, "Aéé"), (#""\u0000""#, "\u{0}"),
            (#""\ud83d\udc37""#, "🐷"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
            (#""\uD800\uDC00""#, "\u{10000}"), (#""\ufeff""#, "\u{FEFF}"),
            (#""\uffff""#, "\u{FFFF}"), (#""a\u0301""#, "a\u{301}"),
            ("\"ü漢🐷\u{7F}\u{2028}\"", "ü漢🐷\u{7F}\u{2028}"), (#""x\ny""#, "x\ny"),
        ]
    )
    func strings(text: String, value: String) throws {
        guard case .string(let read) = try JSONParser.parse(text.utf8) else {
            Issue.record("not a string")
            return
        }
        #expect(Array(read.unicodeScalars) == Array(value.unicodeScalars))
    }

    @Test(
        "what RFC 8259 does not allow is refused",
        arguments: [
            "", " ", "nul", "nulll", "NULL", "True", "undefined", "NaN", "Infinity", "-Infinity",
            "01", "-01", "00", "-", "+1", ".5", "1.", "1.e1", "1e", "1e+", "1e1.5", "0x10", "1_000",
            "--1", "1 2", "1,", ",1", "[", "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "[1,,2]",
            "[1}",
            "{", "}", "{1:2}", "{a:1}", "{'a':1}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{,}",
            "{\"a\":1 \"b\":2}", "{\"a\" 1}", "{\"a\":1]", "{\"a\":1}}", "{\"a\"::1}",
            "\"", "\"a", "'a'", "\"a\\\"", "\"\\", #""\x41""#, #""\a""#, #""\U0041""#, #""\u""#,
            #""\u004""#, #""\u00g1""#, #""\u+041""#, #""\u 041""#, "\"\u{0}\"", "\"\u{1F}\"",
            "\"a\nb\"", "\"a\tb\"", #""\ud800""#, #""\udc00""#, #""\ud800\ud800""#,
            #""\ud800\u0041""#, #""\ud800x""#, #""\ud800\n""#, #""\udc00\ud800""#,
            "// a\n1", "/* a */1", "1 # a", "\u{FEFF}1", "\u{A0}1", "\u{2028}1", "\u{B}1", "\u{C}1",
        ]
    )
    func refused(text: String) {
        #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(text.utf8) }
    }

    @Test(
        "bytes that are not UTF-8 are refused",
        arguments: [
            [0x80], [0xC3], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80],
            [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0xAF], [0xF4, 0x90, 0x80, 0x80], [0xFE], [0xFF],
            [0xE2, 0x82], [0xC3, 0x28],
        ] as [[UInt8]]
    )
    func encodings(bytes: [UInt8]) {
        for prefix in ["", "\\n"] {
            let text = Array("[\"\(prefix)".utf8) + bytes + Array("\"]".utf8)
            #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(text) }
            let key = Array("{\"\(prefix)".utf8) + bytes + Array("\":1}".utf8)
            #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(key) }
        }
        #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(bytes) }
    }

    @Test("UTF-16 and a byte order mark are refused")
    func otherEncodings() {
        for bytes in [[0xFF, 0xFE, 0x31, 0x00], [0x00, 0x31], [0xEF, 0xBB, 0xBF, 0x31]] as [[UInt8]]
        {
            #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(bytes) }
        }
    }

    @Test(
        "a key given twice is refused, however it is spelt",
        arguments: [
            #"{"a":1,"a":2}"#, #"{"a":1,"b":0,"a":1}"#, #"{"a":1,"\u0061":2}"#, #"{"":1,"":1}"#,
            #"[{"x":{"a":1,"a":2}}]"#, #"{"\u00e9":1,"e\u0301":2}"#,
        ]
    )
    func duplicates(text: String) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(text.utf8) }
        #expect(error?.reason == "a key is given twice")
    }

    @Test("the same key in two objects is fine")
    func sameKeys() throws {
        let value = try JSONParser.parse(#"[{"a":1},{"a":{"a":1}}]"#.utf8)
        #expect(value.text == #"[{"a":1},{"a":{"a":1}}]"#)
    }

    @Test("32 levels are read, 33 are not", arguments: [("[", "]"), ("{\"a\":", "}")])
    func depth(open: String, close: String) throws {
        let nested = { (levels: Int) in
            let inner = close == "}" ? "0" : ""
            return String(repeating: open, count: levels) + inner
                + String(repeating: close, count: levels)
        }
        #expect(try JSONParser.parse(nested(Limits.jsonDepth).utf8).text == nested(32))
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONParser.parse(nested(33).utf8)
        }
        #expect(error?.reason == "nested deeper than 32 levels")
        let siblings = "[\(Array(repeating: nested(31), count: 3).joined(separator: ","))]"
        #expect(try JSONParser.parse(siblings.utf8).text == siblings)
    }

    @Test("a mebibyte of brackets, quotes or digits is refused at once")
    func floods() {
        for character in ["[", "{\"\":", "\"", "1", "-", "\\", " "] {
            let bytes = Array(String(repeating: character, count: Limits.bodyBytes).utf8)
            let error = #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(bytes) }
            #expect(error.map { $0.offset <= bytes.count } == true)
        }
    }

    @Test("a mebibyte of distinct keys is read")
    func manyKeys() throws {
        let keys = (0..<80_000).map { "\"k\($0)\":\($0)" }
        let text = "{\(keys.joined(separator: ","))}"
        #expect(try JSONParser.parse(text.utf8).text == text)
    }

    @Test("a number of 400 characters is read, of 401 is not", arguments: ["", "-", "0.", "1e"])
    func longNumbers(prefix: String) throws {
        let number = { (count: Int) in
            prefix + String(repeating: "7", count: count - prefix.count)
        }
        #expect(try JSONParser.parse(number(400).utf8) == .number(number(400)))
        #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(number(401).utf8) }
    }

    @Test("every beginning of a text is refused, and none is read past its end")
    func truncated() {
        let text = Array(
            #"{"a":[1.5e3,"\ud83d\udc37ü",{"b":null,"c":[true,false]}],"d":-0.1}"#.utf8
        )
        for count in 0..<text.count {
            #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(text.prefix(count)) }
        }
        #expect(throws: Never.self) { try JSONParser.parse(text) }
    }

    @Test(
        "an error tells the byte and the reason, and nothing of the text",
        arguments: [
            ("", 0, "the text ends too early"), ("[1,]", 3, "a value was expected"),
            ("{\"secret\":tru}", 10, "a value was expected"),
            ("{\"a\":1,}", 7, "a key was expected"),
            ("\"pass\nword\"", 5, "a control character stands in a string"),
            ("01", 2, "a number starts with a superfluous zero"),
            ("1 secret", 2, "something follows the value"),
        ]
    )
    func errors(text: String, offset: Int, reason: String) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(text.utf8) }
        #expect(error == JSONSyntaxError(offset: offset, reason: reason))
    }
}
