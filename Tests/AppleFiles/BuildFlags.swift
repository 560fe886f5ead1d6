import Foundation
import Programs

/// How the build that these tests are part of compiles a module, as SwiftPM wrote it down.
struct BuildFlags {
    /// The compiler's path.
    let compiler: String
    /// What it is told of modules and of the language.
    private var flags: [String]

    /// Reads them.
    ///
    /// - Throws: ``NoBuild`` when the build knows no such module.
    init(of module: String) throws {
        let folder = Bundle.main.executableURL?.resolvingSymlinksInPath()
            .deletingLastPathComponent().lastPathComponent
        let description = ".build/\(folder ?? "release").yaml"
        let lines = try Sources.text(description).split(separator: "\n")
        let line = lines.first { line in
            line.hasPrefix("    args: [") && line.contains(#""-module-name","\#(module)","#)
        }
        guard let line else { throw NoBuild(module: module, description: description) }
        let json = Data(line.dropFirst("    args: ".count).utf8)
        let words = try JSONDecoder().decode([String].self, from: json)
        compiler = words[0]
        flags = Self.kept(words.dropFirst())
    }

    /// Those of a module that sees what is public alone.
    var outsideThePackage: BuildFlags {
        var outside = self
        guard let place = flags.firstIndex(of: "-package-name") else { return outside }
        outside.flags.removeSubrange(place...place + 1)
        return outside
    }

    /// All of them, the modules of a folder before those of the build.
    func all(over folder: URL) -> [String] { ["-I", folder.path] + flags }

    /// Leaves out what is compiled, what becomes of it, and how fast.
    private static func kept(_ words: ArraySlice<String>) -> [String] {
        var kept: [String] = []
        var rest = words
        while let word = rest.popFirst() {
            if withValue.contains(word) {
                rest = rest.dropFirst()
            } else if word == "-Xcc", let value = rest.popFirst() {
                kept += [word, value]
            } else if !alone.contains(word), word.wholeMatch(of: /@.*|-j\d+|-O\w*/) == nil {
                kept.append(word)
            }
        }
        return kept
    }

    private static let withValue: Set<String> = [
        "-module-name", "-emit-module-path", "-output-file-map", "-num-threads",
        "-emit-objc-header-path", "-index-store-path",
    ]
    private static let alone: Set<String> = [
        "-emit-dependencies", "-emit-module", "-whole-module-optimization", "-c",
        "-serialize-diagnostics", "-parseable-output", "-emit-objc-header",
        "-no-emit-module-separately-wmo",
    ]
}

/// A module that the build does not know.
struct NoBuild: Error {
    let module: String
    let description: String
}
