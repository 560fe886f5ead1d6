import Foundation
import Programs

/// Python that drives a browser, in the environment that scripts/setup makes.
enum Script {
    /// Runs a script of this folder to its end.
    static func run(_ name: String, _ arguments: [String]) async throws -> Program.Result {
        for tool in ["/usr/bin/chromium", "/usr/bin/chromedriver"] {
            guard FileManager.default.isExecutableFile(atPath: tool) else {
                throw NoBrowser(description: "\(tool) is missing: run scripts/setup")
            }
        }
        let script = Program.root.appending(path: "Tests/Browser/\(name)").path
        return try await Program.run(
            command: [try Python.path, script] + arguments,
            environment: ["PYTHONDONTWRITEBYTECODE": "1"],
            within: Program.minutes
        )
    }
}

/// Something that a browser needs is not on the machine.
struct NoBrowser: Error, CustomStringConvertible {
    let description: String
}
