import Foundation

/// The folder with the database of the device.
final class DeviceFolder: Sendable {
    /// Where it is.
    let path: String
    /// Whether it is gone with this value.
    private let isTemporary: Bool

    /// Takes a folder of the app's own.
    convenience init(_ path: String) { self.init(path, isTemporary: false) }

    private init(_ path: String, isTemporary: Bool) {
        self.path = path
        self.isTemporary = isTemporary
    }

    /// One that is gone with this value.
    static func temporary() -> DeviceFolder {
        let name = "purser-\(UUID().uuidString.lowercased())"
        let folder = FileManager.default.temporaryDirectory.appending(path: name)
        return DeviceFolder(folder.path, isTemporary: true)
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

    /// Makes an empty file, for the eyes of the app alone, where there is none.
    ///
    /// - Throws: When it cannot be made.
    func makeFile() throws {
        let descriptor = open(file, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        close(descriptor)
    }

    /// Runs something while no other process does so over the folder.
    func coordinated<R>(_ work: () throws -> R) throws -> R {
        #if canImport(Darwin)
        let coordinator = NSFileCoordinator(filePresenter: nil)
        let folder = URL(fileURLWithPath: path, isDirectory: true)
        var failure: NSError?
        var result: Result<R, any Error>?
        coordinator.coordinate(writingItemAt: folder, options: .forMerging, error: &failure) { _ in
            result = Result { try work() }
        }
        if let failure { throw failure }
        guard let result else { throw CocoaError(.fileWriteUnknown) }
        return try result.get()
        #else
        return try lock("open").held(work)
        #endif
    }

    /// A lock over the folder, by its name.
    func lock(_ name: String) -> FolderLock { FolderLock("\(path)/\(name).lock") }

    /// Moves aside a file that is no database, whatever it is; it may still hold writes that wait.
    ///
    /// It is called while no other process does so.
    ///
    /// - Returns: `false` when it is a database by now, because another process was faster.
    /// - Throws: When it cannot be moved.
    @discardableResult
    func moveAside(at milliseconds: Int64) throws -> Bool {
        guard try !isDatabase() else { return false }
        let manager = FileManager.default
        for suffix in Self.suffixes where manager.fileExists(atPath: file + suffix) {
            var target = "\(file).damaged-\(milliseconds)"
            while manager.fileExists(atPath: target + suffix) { target += "x" }
            try manager.moveItem(atPath: file + suffix, toPath: target + suffix)
        }
        return true
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

    private static let name = "purser-device.sqlite"
    private static let suffixes = ["", "-wal", "-shm"]
    private static let magic = Array("SQLite format 3\0".utf8)
}
