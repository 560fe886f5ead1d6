import Testing

@testable import Contract

@Suite("JSON values")
struct JSONTests {
    @Test(
        "the same value has the same canonical bytes, whatever the order, space and escapes",
        arguments: [
            (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#), (#"{"a":1}"#, " {\n\"a\" :\t1 } "),
            (#"{"x":{"b":[1,{"d":1,"c":2}],"a":0}}"#, #"{"x":{"a":0,"b":[1,{"c":2,"d":1}]}}"#),
            (#"["é/\n"]"#, #"["\u00e9\/\u000a"]"#), (#"{"\u0061":1}"#, #"{"a":1}"#),
            ("[ ]", "[]"), ("{ }", "{}"),
        ]
    )
    func same(left: String, right: String) throws {
        let values = try [left, right].map { try JSONParser.parse($0.utf8) }
        #expect(values[0].canonicalBytes == values[1].canonicalBytes)
    }

    @Test("different values have different canonical bytes")
    func different() throws {
        let texts = [
            "null", "true", "false", "0", "-0", "1", "1.0", "\"1\"", "\"\"", "[]", "{}", "[[]]",
            "[{}]",
            "[1,2]", "[2,1]", "[12]", "[\"1,2\"]", #"{"a":1}"#, #"{"a":2}"#, #"{"b":1}"#,
            #"{"a":"1"}"#,
            #"{"a":null}"#, #"{"a":[1]}"#, #"{"a":{"b":1}}"#, #"{"a":1,"b":1}"#,
            #"{"a\":1,\"b":1}"#,
            #"["a","b"]"#, #"["a\",\"b"]"#, #""A""#, #""a""#, #""a ""#,
        ]
        let forms = try texts.map { try JSONParser.parse($0.utf8).canonicalBytes }
        #expect(Set(forms).count == texts.count)
    }

    @Test("canonical bytes are JSON of the same value")
    func readable() throws {
        let value = try JSONParser.parse(#"{"b":[true,null,"\"\\\u0001"],"a":1.50}"#.utf8)
        let text = #"{"a":1.50,"b":[true,null,"\"\\\u0001"]}"#
        #expect(String(decoding: value.canonicalBytes, as: UTF8.self) == text)
    }

    @Test("a text that is written is read back as the same value")
    func inverse() throws {
        let texts =
            (0..<0x180).compactMap(Unicode.Scalar.init).map { String($0) }
            + ["\u{2028}", "\u{D7FF}", "\u{E000}", "\u{FEFF}", "\u{FFFF}", "🐷", "a\"b\\c/d"]
        for text in texts {
            let value = JSON.object([.init(text, .array([.string(text)]))])
            #expect(try JSONParser.parse(value.text.utf8) == value, "\(text.debugDescription)")
        }
    }

    @Test("only what must be escaped is escaped")
    func escapes() {
        let text = JSON.string("\"\\/\n\r\t\u{8}\u{C}\u{0}\u{1F}\u{7F}é\u{2028}🐷").text
        #expect(text == #""\"\\/\n\r\t\u0008\u000c\u0000\u001f"# + "\u{7F}é\u{2028}🐷\"")
    }

    @Test("a member is found by its key; what is no object has none")
    func members() throws {
        let value = try JSONParser.parse(#"{"a":null,"b":2}"#.utf8)
        #expect(value["a"] == .null)
        #expect(value["b"] == .number("2"))
        #expect(value["c"] == nil)
        #expect(value.members.map(\.key) == ["a", "b"])
        #expect(JSON.array([value])["a"] == nil)
        #expect(JSON.null.members.isEmpty)
    }
}
