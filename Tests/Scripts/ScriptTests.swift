import Foundation
import Programs
import Testing

/// What runs the tests and counts instructions is tested too, by Python's own unittest.
@Suite("Scripts")
struct ScriptTests {
    @Test("see what a run left out, what never ends, and what costs more", arguments: scripts)
    func unittest(script: String) async throws {
        let path = Program.root.appending(path: "Tests/Scripts/\(script)").path
        let result = try await Program.run(
            command: ["/usr/bin/python3", path],
            environment: ["PYTHONDONTWRITEBYTECODE": "1"]
        )
        #expect(result.isSuccess, "\(result.errors)")
        let count = result.errors.firstMatch(of: /Ran ([0-9]+) tests?/).flatMap { Int($0.1) }
        #expect(try #require(count) > 1)
    }

    static let scripts = ["test_testing.py", "test_counting.py", "test_insights.py"]
}
