import Foundation

/// The repository's files, as they lie on disk.
enum Tree {
    static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
        .appending(path: "../../..").standardized

    /// Every text file below the folders, by path from the root, in order.
    static func files(in folders: String..., suffix: String = "") -> [SourceFile] {
        folders.flatMap { paths(in: $0) }
            .filter { $0.hasSuffix(suffix) }
            .sorted()
            .compactMap(file)
    }

    /// The file at a path from the root; `nil` when there is none, or it is no text.
    static func file(_ path: String) -> SourceFile? {
        let url = root.appending(path: path)
        guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
        return SourceFile(path: path, text: text)
    }

    /// Whether anything lies at a path from the root.
    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }

    /// The names of what lies in a folder.
    static func entries(of folder: String) -> [String] {
        let path = root.appending(path: folder).path
        return (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []
    }

    /// Every file that belongs to the project, by path from the root; `""` is the whole of it.
    private static func paths(in folder: String) -> [String] {
        let prefix = folder.isEmpty ? "" : folder + "/"
        return entries(of: folder).flatMap { name -> [String] in
            let path = prefix + name
            if isForeign(name) { return [] }
            let values = try? root.appending(path: path).resourceValues(forKeys: [.isDirectoryKey])
            return values?.isDirectory == true ? paths(in: path) : [path]
        }
    }

    private static func isForeign(_ name: String) -> Bool {
        [".git", ".build", ".venv", ".swiftpm", "__pycache__"].contains(name)
            || name.hasPrefix(".build-") || name == "Package.resolved"
    }
}
