import Foundation
import Programs
import Testing

/// schemathesis, which makes requests out of the document, by other hands.
@Suite("schemathesis as a caller")
struct SchemathesisTests {
    /// What the document says of each field, to its bounds and beyond; the same in every run.
    @Test("whatever the document tells apart, the server tells apart as well")
    func coverage() async throws {
        _ = try await cases(seed: 20_260_226, examples: 1, phases: "examples,coverage")
    }

    /// What comes to nobody's mind; `PURSER_SCHEMATHESIS_SEED` names the seed again, and
    /// `PURSER_SCHEMATHESIS_CASES` how many cases there are to be at least.
    @Test("made-up calls find nothing that the document does not say")
    func madeUp() async throws {
        let environment = ProcessInfo.processInfo.environment
        let named = environment["PURSER_SCHEMATHESIS_SEED"].flatMap { Int($0) }
        let wanted = environment["PURSER_SCHEMATHESIS_CASES"].flatMap { Int($0) } ?? 1
        var seed = named ?? .random(in: 1...Int(UInt32.max))
        var made = 0
        while made < wanted {
            made += try await cases(seed: seed, examples: 15, phases: "fuzzing,stateful")
            seed += 1
        }
    }

    /// Runs it once over a new server, and returns how many cases it made.
    private func cases(seed: Int, examples: Int, phases: String) async throws -> Int {
        print("schemathesis: seed \(seed), \(examples) examples, \(phases)")
        let script = Program.root.appending(path: "Tests/SchemathesisPeer/schemathesis_peer.py")
        var cases = 0
        // It calls more often than anybody may, and signs in wrongly on purpose.
        let options = ["--requests-per-second", "0", "--failed-sign-ins", "0"]
        try await Served.with(options: options) { served in
            let result = try await Program.run(
                command: [
                    try Python.path, script.path, served.url, "\(seed)", "\(examples)", phases,
                ],
                within: Program.minutes
            )
            try #require(result.isSuccess, "\(result.output)\(result.errors)")
            cases = try #require(Int(result.output.filter(\.isNumber)))
            print("schemathesis: \(cases) cases")
        }
        // Fewer would mean that it no longer understands the document.
        #expect(cases > 500)
        return cases
    }
}
