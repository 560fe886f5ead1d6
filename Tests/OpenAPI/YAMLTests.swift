import Contract
import Programs
import Testing

@testable import OpenAPI

@Suite("YAML")
struct YAMLTests {
    static let nasty = [
        "", " ", "a", "a b", " a", "a ", "null", "Null", "~", "true", "No", "off", "y", "N", "on",
        "1", "1.5", "1e2", "0x1F", "0o7", "1_000", "12:30:45", "2025-01-15", ".inf", ".nan", "-",
        "- a", "? a", "a: b", "a:", ":a", "a #b", "#a", "&a", "*a", "!a", "|", ">", "%a", "@a",
        "`a`", "'a'", "caller's", "\"a\"", "\\", "\\n", "a\nb", "a\r\nb", "\ta", "\u{0}", "\u{1F}",
        "\u{7F}", "\u{85}", "\u{A0}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "ü", "漢", "🐷",
        "{a}", "[a]", "a, b", "a,b", "{}", "[]", "<<", "=", "---", "...", "$ref", "#/components/x",
        "/", "/rules/{id}", "a\\\"b", "https://example.org/a?b=c#d", "yes", "YES", "NULL", "a'b: c",
    ]

    @Test("any text comes back from a reader of YAML 1.1 as it was, as a value and as a key")
    func texts() async throws {
        let value = YAML.list(Self.nasty.map(YAML.text))
        let map = YAML.map(Self.nasty.map { YAML.Entry(key: $0, value: .text($0)) })
        let document: YAML = ["alone": value, "words": map, "nested": [[value], [map], []]]
        let outcome = try await Repository.check("json", document.text)
        let read = try JSONParser.parse(outcome.output.utf8)
        let texts = JSON.array(Self.nasty.map(JSON.string))
        let words = JSON.object(Self.nasty.map { JSON.Member($0, .string($0)) })
        #expect(read["alone"] == texts)
        #expect(read["words"] == words)
        #expect(read["nested"] == .array([.array([texts]), .array([words]), .array([])]))
    }

    @Test(
        "a number stays a number",
        arguments: [
            ("0", "0"), ("-1", "-1"), ("25.55", "25.55"), ("1e2", "100.0"), ("1E-2", "0.01"),
            ("1.5e+3", "1500.0"), ("1e+15", "1000000000000000.0"),
        ]
    )
    func numbers(written: String, read: String) async throws {
        let outcome = try await Repository.check("json", YAML(.number(written)).text)
        #expect(outcome.output == read)
    }

    @Test("text is plain where nothing can go wrong, else quoted")
    func style() {
        let document: YAML = [
            "plain": "Shows the caller's rules; or none.",
            "quoted": "Purchases: limits",
            "flag": true,
            "number": 5,
            "words": ["a", "b", "null"],
            "sentences": ["a, b", "c"],
            "list": [["a": 1, "b": [:]], []],
            "map": ["$ref": "#/x"],
        ]
        let text = """
            plain: Shows the caller's rules; or none.
            quoted: "Purchases: limits"
            flag: true
            number: 5
            words: [a, b, "null"]
            sentences:
              - a, b
              - c
            list:
              - a: 1
                b: {}
              - []
            map:
              $ref: "#/x"

            """
        #expect(document.text == text)
    }
}
