import Testing

@Suite("The scans the other rules stand on")
struct ScanTests {
    @Test(
        "comments and strings are blanked, code and lines stay",
        arguments: [
            ("a // b\nc", "a     \nc"),
            ("a /* b /* c */ d */ e", "a                   e"),
            ("f(\"x // y\") + g", "f(\"      \") + g"),
            ("\"a\\\"b\" c", "\"    \" c"),
            ("\"a\\(b(\"c\") + d)e\" f", "\"  (b(\" \") + d) \" f"),
            ("#\"a\"b\\(c)\"# d", "#\"       \"# d"),
            ("\"\"\"\n  a \" b\n\"\"\" c", "\"\"\"\n       \n\"\"\" c"),
            ("\"ü\" x", "\"  \" x"),
        ]
    )
    func blanking(text: String, code: String) {
        #expect(Blanking.code(of: text) == code)
    }

    @Test("functions are found with their lengths, requirements and calls are not")
    func functions() {
        let text = """
            protocol P {
                func required(_ f: () -> Void)
                var name: String { get }
                init()
            }
            struct S {
                var stored: Int
                var made: [Int] = { [1] }()
                var computed: Int {
                    1
                }
                init(a: Int = 1) {
                    self.init()
                    if a { b("}") }
                }
                func long<T>(
                    _ body: (Int) -> T = { $0 }
                ) -> T where T: P {
                    // }
                    T.init()
                }
            }
            """
        let found = FunctionScan.functions(in: text)
        #expect(found.map(\.name) == ["name", "computed", "init", "long"])
        #expect(found.map(\.lineCount) == [1, 3, 4, 6])
        #expect(found.map(\.line) == [3, 9, 12, 16])
    }
}
