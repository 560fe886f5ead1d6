import Foundation
import Programs

/// The Swift files of a library for apps.
struct Sources {
    /// One of them.
    struct File {
        /// The path from the repository's root.
        let path: String
        let text: String

        /// Its lines, as they are on Apple's systems.
        var appleLines: [String] { Guards.appleView(of: text) }
        /// What it guards.
        var branches: [Branch] { Branch.all(in: text) }
    }

    /// Those that are looked at: every library for apps that guards anything.
    static let modules = ["PurserKit", "PurserKitStore"]

    let module: String
    let files: [File]

    /// Reads them from the repository.
    init(_ module: String) throws {
        self.module = module
        let folder = "Sources/\(module)"
        let all = FileManager.default.enumerator(
            atPath: Program.root.appending(path: folder).path
        )
        // What a tutorial shows is an app's code, and is compiled with nothing.
        let names = (all?.compactMap { $0 as? String } ?? [])
            .filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }
        files = try names.sorted().map { name in
            let path = "\(folder)/\(name)"
            return File(path: path, text: try Self.text(path))
        }
    }

    /// The text of a file of the repository.
    static func text(_ path: String) throws -> String {
        try String(contentsOf: Program.root.appending(path: path), encoding: .utf8)
    }
}
