import Testing

@Suite("Words that must not stay")
struct WordTests {
    /// Every text of the project but the rules themselves, and what others wrote.
    static let texts = Tree.files(in: "").filter { file in
        !file.path.hasPrefix("Tests/Tidy/") && file.path != "LICENSE"
    }

    @Test("nothing is left unfinished")
    func unfinished() {
        #expect(Self.texts.count > 50)
        #expect(Self.texts.flatMap(Self.unfinished) == [])
    }

    @Test("no path of one machine and no host of a package registry stands in a file")
    func machines() {
        #expect(Self.texts.flatMap(Self.machines) == [])
    }

    @Test(
        "unfinished words are found in any case",
        arguments: [
            ("// TODO: later", false), ("fixme", false), ("a Placeholder", false),
            ("is not  implemented yet", false), ("throw unimplemented", false),
            ("a mastodon", true), ("implemented", true),
        ]
    )
    func samples(text: String, isClean: Bool) {
        #expect(Self.unfinished(SourceFile(path: "sample", text: text)).isEmpty == isClean)
    }

    @Test(
        "machine paths and registries are found",
        arguments: [
            ("cd /work/main", false), ("/root/.cache", false), ("/home/ann/x", false),
            ("/Users/ann", false), ("https://pypi.org/simple", false), ("deb.debian.org", false),
            ("registry.npmjs.org", false), ("/opt/swift/bin", false), ("/rooted", true),
            ("/usr/lib/postgresql", true), ("docs/work/x", true), ("~/.config", true),
        ]
    )
    func machineSamples(text: String, isClean: Bool) {
        #expect(Self.machines(SourceFile(path: "sample", text: text)).isEmpty == isClean)
    }

    private static func unfinished(_ file: SourceFile) -> [String] {
        file.places(
            /\b(?:todo|fixme|placeholder|unimplemented|not\s+implemented)\b/.ignoresCase()
        )
    }

    private static func machines(_ file: SourceFile) -> [String] {
        file.places(/(?:^|[^\w.])\/(?:work|root|home|Users|opt)\/|(?:^|\s)\/work\b/)
            + file.places(/\b(?:pypi|pythonhosted|deb\.debian|registry\.npmjs|proxy\.golang)\b/)
    }
}
