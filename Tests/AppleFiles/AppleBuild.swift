import Foundation
import Programs

/// The stub modules of Apple's frameworks, and the libraries compiled over them, in a folder that
/// is gone with this value.
final class AppleBuild: Sendable {
    private let folder: URL

    /// Compiles the stubs.
    ///
    /// - Throws: ``Complaints``.
    init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "purser-apple-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let flags = try BuildFlags(of: "PurserKit")
        for stub in Guards.stubs {
            let place = Program.root.appending(path: "Tests/AppleStubs/\(stub)")
            let files = try FileManager.default.contentsOfDirectory(atPath: place.path)
            try await emit(stub, files.sorted().map { place.appending(path: $0).path }, flags)
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Compiles a library as Apple's systems have it, so far that every error is told, those among
    /// them that only the flow of data shows; then others can import it.
    ///
    /// - Throws: ``Complaints``.
    func emit(_ sources: Sources) async throws {
        let paths = try sources.files.map { try write($0.path, $0.appleLines) }
        try await emit(sources.module, paths, BuildFlags(of: sources.module))
    }

    /// Compiles a module of one text, as an app outside this package.
    ///
    /// - Throws: ``Complaints``.
    func emit(_ module: String, text: String) async throws {
        let path = try write("\(module).swift", [text])
        try await emit(module, [path], BuildFlags(of: "PurserKitStore").outsideThePackage)
    }

    /// What the compiler says of a library when some of its files have other lines.
    ///
    /// Only those files are checked; the others are read for what they declare.
    func complaints(_ sources: Sources, _ changed: [String: [String]]) async throws -> Complaints {
        let paths = try sources.files.map { try write($0.path, changed[$0.path] ?? $0.appleLines) }
        let flags = try BuildFlags(of: sources.module)
        let files = zip(sources.files, paths).flatMap { file, path in
            changed[file.path] == nil ? [path] : ["-primary-file", path]
        }
        let command = ["-frontend", "-typecheck", "-module-name", sources.module]
        return try await run(flags.compiler, command + flags.all(over: folder) + files)
    }

    private func emit(_ module: String, _ files: [String], _ flags: BuildFlags) async throws {
        let place = folder.appending(path: "\(module).swiftmodule").path
        let command = ["-emit-module", "-wmo", "-o", place, "-module-name", module]
        let found = try await run(flags.compiler, command + flags.all(over: folder) + files)
        if !found.isEmpty { throw found }
    }

    private func run(_ compiler: String, _ arguments: [String]) async throws -> Complaints {
        let command = [compiler] + arguments + ["-diagnostic-style", "llvm"]
        let result = try await Program.run(command: command, within: Program.minutes)
        return Complaints(result, below: folder.path)
    }

    private func write(_ path: String, _ lines: [String]) throws -> String {
        let place = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try lines.joined(separator: "\n").write(to: place, atomically: false, encoding: .utf8)
        return place.path
    }
}

/// What the compiler had to say.
struct Complaints: Error, CustomStringConvertible {
    /// A place of a file.
    struct Place: Hashable, Comparable, CustomStringConvertible {
        let path: String
        let line: Int

        var description: String { "\(path):\(line)" }

        static func < (one: Place, other: Place) -> Bool {
            (one.path, one.line) < (other.path, other.line)
        }
    }

    /// Its words, with paths from the repository's root.
    let description: String
    /// Whether it had nothing to say, and was content.
    let isEmpty: Bool

    init(_ result: Program.Result, below folder: String) {
        description = result.errors.replacing("\(folder)/", with: "")
        isEmpty = result.isSuccess && result.errors.isEmpty
    }

    /// Where there are errors.
    var places: Set<Place> {
        let errors = description.matches(of: /(?m)^(\S+\.swift):(\d+):\d+: error:/)
        return Set(errors.map { Place(path: String($0.1), line: Int($0.2) ?? 0) })
    }
}
