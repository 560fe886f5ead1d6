#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A file only its owner may use, written so that nobody ever sees half of it.
struct PrivateFile {
    /// More than any key file has.
    private static let bytesMost = 65_536

    let path: String

    init(_ path: String) {
        self.path = path
    }

    /// Reads the whole file, after making sure that nobody else can.
    func content() throws(KeyFileError) -> [UInt8] {
        // Without O_NONBLOCK a named pipe in the file's place would hang the start.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure("open it") }
        defer { close(descriptor) }
        // What was opened is examined, not the path: that could be another file by now.
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("examine it") }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .malformed(path: path, what: "it is not a regular file")
        }
        guard status.st_mode & (S_IRWXG | S_IRWXO) == 0 else {
            throw .exposed(path: path, mode: UInt32(status.st_mode & 0o7777))
        }
        guard status.st_size <= Self.bytesMost else {
            throw .malformed(path: path, what: "it is too large")
        }
        return try readAll(descriptor)
    }

    /// Makes the file, unless there is one already, which is then left as it is.
    ///
    /// A hard link and not a rename puts it in place: a rename would replace a file that another
    /// process has made and read in the meantime.
    func create(_ bytes: [UInt8]) throws(KeyFileError) {
        let draft = try writeDraft(bytes)
        defer { unlink(draft) }
        guard link(draft, path) == 0 || errno == EEXIST else { throw failure("create it") }
        try syncFolder()
    }

    /// Puts new content in the file's place, all of it or none.
    func replace(_ bytes: [UInt8]) throws(KeyFileError) {
        let draft = try writeDraft(bytes)
        guard rename(draft, path) == 0 else {
            let failed = failure("replace it")
            unlink(draft)
            throw failed
        }
        try syncFolder()
    }

    /// Writes a file beside this one and brings it to the disk.
    private func writeDraft(_ bytes: [UInt8]) throws(KeyFileError) -> String {
        let draft = "\(path).\(getpid())-\(UInt64.random(in: .min ... .max)).draft"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw errno == ENOENT ? .folderMissing(path: path) : failure("create it")
        }
        defer { close(descriptor) }
        guard writeAll(bytes, to: descriptor), fsync(descriptor) == 0 else {
            let failed = failure("write it")
            unlink(draft)
            throw failed
        }
        return draft
    }

    /// Brings the folder's entry for the file to the disk: without it a crash may lose the name.
    private func syncFolder() throws(KeyFileError) {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard descriptor >= 0 else { throw failure("open its folder") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("write its folder") }
    }

    private var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private func readAll(_ descriptor: Int32) throws(KeyFileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Self.bytesMost)
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes { buffer in
                let room = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
                return read(descriptor, room.baseAddress, room.count)
            }
            if got == 0 { break }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { throw failure("read it") }
            count += got
        }
        return Array(bytes[..<count])
    }

    private func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return false }
            rest = rest.dropFirst(written)
        }
        return true
    }

    private func failure(_ step: String) -> KeyFileError {
        errno == ENOENT ? .notFound(path: path) : .system(path: path, step: step, code: errno)
    }
}
