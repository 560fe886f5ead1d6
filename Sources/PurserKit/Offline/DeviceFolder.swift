import Foundation

/// The folder with the database of the device.
final class DeviceFolder: Sendable {
    /// Where it is.
    let path: String
    /// Whether it is gone with this value.
    private let isTemporary: Bool

    /// Takes a folder of the app's own, or one that is gone with this value.
    init(_ storage: Configuration.Storage) {
        switch storage {
        case .directory(let path):
            self.path = path
            isTemporary = false
        case .temporary:
            path =
                FileManager.default.temporaryDirectory
                .appending(path: "purser-\(UUID().uuidString.lowercased())").path
            isTemporary = true
        }
    }

    deinit {
        if isTemporary { try? FileManager.default.removeItem(atPath: path) }
    }

    var file: String { "\(path)/\(Self.name)" }

    /// Whether there is a database already.
    var holdsDatabase: Bool { FileManager.default.fileExists(atPath: file) }

    /// The path without links and detours, once the folder is there.
    ///
    /// - Throws: When it is not there.
    var resolvedPath: String {
        get throws {
            guard let resolved = realpath(path, nil) else { throw CocoaError(.fileNoSuchFile) }
            defer { free(resolved) }
            return String(cString: resolved)
        }
    }

    /// Makes the folder, for the eyes of the app alone, when there is none.
    ///
    /// - Throws: When it cannot be made.
    func make() throws {
        var attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        // Files in the folder take this over. Not stricter, because calls that wait are sent
        // behind a locked screen too.
        attributes[.protectionKey] = FileProtectionType.completeUntilFirstUserAuthentication
        #endif
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: attributes
        )
        #if canImport(Darwin)
        // A backup that comes back would send again what was sent since.
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        var url = URL(fileURLWithPath: path, isDirectory: true)
        try url.setResourceValues(values)
        #endif
    }

    /// Moves aside a file that is no database, whatever it is; it may still hold writes that wait.
    ///
    /// - Returns: `false` when it is a database by now, because another process was faster.
    /// - Throws: When it cannot be moved.
    func moveAside(at milliseconds: Int64) throws -> Bool {
        try exclusively {
            guard try !isDatabase() else { return false }
            let manager = FileManager.default
            for suffix in Self.suffixes where manager.fileExists(atPath: file + suffix) {
                var target = "\(file).damaged-\(milliseconds)"
                while manager.fileExists(atPath: target + suffix) { target += "x" }
                try manager.moveItem(atPath: file + suffix, toPath: target + suffix)
            }
            return true
        }
    }

    /// Removes every file of a database, those among them that were moved aside.
    ///
    /// - Throws: When one is still there.
    func removeFiles(damagedOnly: Bool) throws {
        let manager = FileManager.default
        guard manager.fileExists(atPath: path) else { return }
        let prefix = damagedOnly ? "\(Self.name).damaged-" : Self.name
        for name in try manager.contentsOfDirectory(atPath: path) where name.hasPrefix(prefix) {
            try manager.removeItem(atPath: "\(path)/\(name)")
        }
    }

    /// Whether the file begins as every SQLite database does; an empty one becomes one.
    private func isDatabase() throws -> Bool {
        guard let handle = FileHandle(forReadingAtPath: file) else { return true }
        defer { try? handle.close() }
        let start = try handle.read(upToCount: Self.magic.count) ?? Data()
        return start.isEmpty || Array(start) == Self.magic
    }

    /// Runs something while no other client over the folder does.
    private func exclusively<R>(_ work: () throws -> R) throws -> R {
        let lock = open("\(path)/\(Self.name).lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw CocoaError(.fileWriteUnknown) }
        defer { close(lock) }
        while flock(lock, LOCK_EX) != 0 {
            guard errno == EINTR else { throw CocoaError(.fileWriteUnknown) }
        }
        return try work()
    }

    private static let name = "purser-device.sqlite"
    private static let suffixes = ["", "-wal", "-shm", "-checkpoint"]
    private static let magic = Array("SQLite format 3\0".utf8)
}
