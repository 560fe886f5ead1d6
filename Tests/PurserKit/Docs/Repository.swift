import Foundation

/// The repository's files, as they lie on disk.
enum Repository {
    private static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
        .appending(path: "../../../..").standardized

    /// The text of a file.
    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Whether anything lies at a path.
    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }

    /// The paths below a folder, in order.
    static func paths(in folder: String, suffix: String) -> [String] {
        let path = root.appending(path: folder).path
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String }
        return (names ?? []).filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
    }
}
