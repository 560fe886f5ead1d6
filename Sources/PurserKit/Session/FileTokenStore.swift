import Foundation
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Keeps the session in a file that only its owner may use; the store of Linux.
///
/// The file is replaced as a whole, and is on the disk before a call goes on with the new tokens: a
/// refresh token that is lost after it was used ends the session.
public final class FileTokenStore: TokenStore {
    /// More than any session has.
    private static let bytesMost = 262_144

    private let path: String
    /// One at a time, so that no two drafts cross.
    private let turn = Mutex(())

    /// Makes a store.
    ///
    /// - Parameter path: The file; its folder is made, for the owner alone, when it is missing.
    public init(path: String) {
        self.path = path
    }

    /// The kept session; `nil` when there is no file.
    ///
    /// A file that others may use is closed to them first.
    ///
    /// - Throws: ``TokenStoreError`` when it is of another owner, damaged or cannot be read.
    public func load() throws -> StoredSession? {
        try turn.withLock { _ in
            guard let bytes = try content() else { return nil }
            do {
                return try JSONDecoder().decode(StoredSession.self, from: Data(bytes))
            } catch {
                throw TokenStoreError("\(name) is damaged")
            }
        }
    }

    /// Keeps a session: all of it or, when it fails, the former one.
    ///
    /// - Throws: ``TokenStoreError``.
    public func save(_ session: StoredSession) throws {
        try turn.withLock { _ in
            guard let bytes = try? JSONEncoder().encode(session) else {
                throw TokenStoreError("\(name) could not be written")
            }
            try makeFolder()
            let draft = try writtenDraft(Array(bytes))
            guard rename(draft, path) == 0 else {
                let failed = failure("replaced")
                unlink(draft)
                throw failed
            }
            // It is in place: to say that it failed now would say that the former one is.
            syncFolder()
        }
    }

    /// Forgets the session, also one that cannot be read.
    ///
    /// - Throws: ``TokenStoreError`` when the file is still there.
    public func remove() throws {
        try turn.withLock { _ in
            defer { removeDrafts() }
            if unlink(path) == 0 { return syncFolder() }
            guard errno == ENOENT || errno == ENOTDIR else { throw failure("removed") }
        }
    }

    /// What the file holds; `nil` when there is none.
    private func content() throws -> [UInt8]? {
        // Without O_NONBLOCK a named pipe in the file's place would hang the app.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("opened")
        }
        defer { close(descriptor) }
        // What was opened is examined, not the path: that could be another file by now.
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("examined") }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.bytesMost else {
            throw TokenStoreError("\(name) is no file of a session")
        }
        guard status.st_uid == geteuid() else {
            throw TokenStoreError("\(name) belongs to somebody else")
        }
        if status.st_mode & (S_IRWXG | S_IRWXO) != 0 {
            guard fchmod(descriptor, S_IRUSR | S_IWUSR) == 0 else {
                throw failure("closed to others")
            }
        }
        return try readAll(descriptor)
    }

    private func readAll(_ descriptor: Int32) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Self.bytesMost)
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes { buffer in
                let room = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
                return read(descriptor, room.baseAddress, room.count)
            }
            if got == 0 { break }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { throw failure("read") }
            count += got
        }
        return Array(bytes[..<count])
    }

    /// Writes a file beside this one and brings it to the disk.
    private func writtenDraft(_ bytes: [UInt8]) throws -> String {
        let draft = "\(path).\(getpid())-\(UInt64.random(in: .min ... .max)).draft"
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let descriptor = open(draft, flags, S_IRUSR | S_IWUSR)
        guard descriptor >= 0 else { throw failure("written") }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { break }
            rest = rest.dropFirst(written)
        }
        guard rest.isEmpty, fsync(descriptor) == 0 else {
            let failed = failure("written")
            unlink(draft)
            throw failed
        }
        return draft
    }

    private func makeFolder() throws {
        guard access(folder, F_OK) != 0 else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw TokenStoreError("The folder of \(name) could not be made")
        }
    }

    /// Brings the folder's entry for the file to the disk: without it a crash may lose the name.
    ///
    /// Nothing is made of it when it fails: the name is changed already.
    private func syncFolder() {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        _ = fsync(descriptor)
    }

    /// Removes what a process left that ended while it wrote; there are tokens in it.
    private func removeDrafts() {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for file in files where file.hasPrefix("\(name).") && file.hasSuffix(".draft") {
            unlink("\(folder)/\(file)")
        }
    }

    private var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The last part of the path; the parts before may tell whose device it is.
    private var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    private func failure(_ what: String) -> TokenStoreError {
        TokenStoreError("\(name) could not be \(what)", code: errno)
    }
}
