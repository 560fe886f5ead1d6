import Testing

@Suite("The protocols of the services")
struct ServiceProtocolTests {
    @Test(
        "have each method of their service, and no other",
        arguments: ["Guardian", "Banking", "Insights", "Rewards", "Allowance", "Sync", "Session"]
    )
    func whole(room: String) throws {
        let folders = ["Sources/PurserKit/Services", "Sources/PurserKit/Session"]
        let files = folders.flatMap { Repository.paths(in: $0, suffix: ".swift") }
        let methods = try files.flatMap { path -> [String] in
            guard path.contains("/\(room)Service") else { return [] }
            let text = try Repository.text(path)
            // What only Apple's systems have is no part of it.
            guard !text.contains("#if canImport(AuthenticationServices)") else { return [] }
            return Self.names(in: text, after: "    public func ")
        }
        let path = "Sources/PurserKit/Services/Protocols/\(room)Serving.swift"
        let required = try Self.names(in: Repository.text(path), after: "    func ")
        #expect(methods.count > 3)
        #expect(required.sorted() == methods.sorted())
    }

    private static func names(in text: String, after word: String) -> [String] {
        text.split(separator: "\n").filter { $0.hasPrefix(word) }.map { line in
            String(line.dropFirst(word.count).prefix { $0.isLetter || $0.isNumber })
        }
    }
}
