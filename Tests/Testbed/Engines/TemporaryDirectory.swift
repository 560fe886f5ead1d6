import Foundation

/// A directory of a test's own.
public struct TemporaryDirectory: Sendable {
    /// Where it is.
    public let path: String

    /// Makes a directory that only its owner may enter.
    public init() throws {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "purser-\(UUID().uuidString.lowercased())")
        try FileManager.default.createDirectory(
            at: url,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        path = url.path
    }

    /// The path of a file in it.
    public func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Removes the directory and what is in it.
    public func remove() { try? FileManager.default.removeItem(atPath: path) }
}
