import Testing

@Suite("Clock, ids and chance are passed in")
struct PurityTests {
    @Test("Domain and Store take no clock, make no id and roll no dice")
    func pure() {
        let sources = Tree.files(in: "Sources/Domain", "Sources/Store", suffix: ".swift")
        #expect(!sources.isEmpty)
        #expect(sources.flatMap(Self.faults) == [])
    }

    @Test("Domain waits for nothing")
    func synchronous() {
        let sources = Tree.files(in: "Sources/Domain", suffix: ".swift")
        #expect(sources.flatMap { $0.code.places(/\b(?:async|await|Task)\b/) } == [])
    }

    @Test(
        "they are found wherever code has them",
        arguments: [
            ("let now = Date()", false), ("let now = Date.now", false), ("\"\\(UUID())\"", false),
            ("Int.random(in: 0..<3)", false), ("ids.randomElement()", false),
            ("ids.shuffled()", false), ("ContinuousClock().now", false), ("SystemIDs()", false),
            ("clock_gettime(CLOCK_REALTIME, &time)", false),
            ("Date(timeIntervalSince1970: 0)", true),
            ("// Date() is not asked", true), ("\"UUID()\"", true), ("updateDate()", true),
        ]
    )
    func samples(text: String, isClean: Bool) {
        #expect(Self.faults(in: SourceFile(path: "sample", text: text)).isEmpty == isClean)
    }

    private static func faults(in file: SourceFile) -> [String] {
        let forbidden =
            #/
            \bDate\(\) | \bDate\.now\b | \b(?:Continuous|Suspending)Clock\b | \bclock_gettime\b
            | \bDispatchTime\b | \bUUID\(\) | \.random\( | \.randomElement\( | \.shuffled?\(
            | \bSystemIDs\b | \bSystemRandomNumberGenerator\b
            /#
        return file.code.places(forbidden)
    }
}
