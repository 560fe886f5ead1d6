import Foundation
import Programs

/// The files of the repository that the tests compare with, and the Python that reads them.
enum Repository {
    static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
        .appending(path: "../../..").standardized

    /// The committed document.
    static func document() throws -> String {
        try String(contentsOf: root.appending(path: "contracts/openapi.yaml"), encoding: .utf8)
    }

    /// Runs `check_document.py` over a text, in the environment that scripts/setup makes.
    static func check(_ verb: String, _ text: String) async throws -> Program.Result {
        let python = root.appending(path: ".venv/bin/python")
        guard FileManager.default.isExecutableFile(atPath: python.path) else { throw NoPython() }
        let file = FileManager.default.temporaryDirectory
            .appending(path: "purser-openapi-\(UUID().uuidString).yaml")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let script = root.appending(path: "Tests/OpenAPI/check_document.py")
        return try await Program.run(command: [python.path, script.path, verb, file.path])
    }

    struct NoPython: Error, CustomStringConvertible {
        let description = ".venv/bin/python is missing: run scripts/setup"
    }
}
