import Foundation

/// A folder of this process's own for files on their way; only its owner may enter it.
struct WorkFolder {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appending(path: "purser-\(UUID().uuidString.lowercased())")
        try FileManager.default.createDirectory(
            at: url,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
    }

    func file(_ name: String) -> String { url.appending(path: name).path }

    func remove() { try? FileManager.default.removeItem(at: url) }
}
