import Contract
import Foundation
import Kernel
import NIOPosix
import Synchronization

/// A file on disk that nobody else can open, and that is gone with the program at the latest.
///
/// It loses its name as soon as it is made, so nothing is left behind however the program ends; its
/// bytes are given back when it is let go. Reads and writes are done by threads of their own.
final class TemporaryFile: Sendable {
    /// The open file.
    let descriptor: Int32
    private let end = Mutex(0)

    /// Makes an empty file.
    ///
    /// On the disk where files may stay for longer, because `/tmp` is often in memory; elsewhere
    /// where that one cannot be written.
    ///
    /// - Throws: ``Problem`` `unavailable`.
    init() throws {
        let folders = ["/var/tmp", NSTemporaryDirectory()]
        let made = folders.lazy.compactMap(Self.make).first
        guard let made else { throw Self.noRoom }
        descriptor = made
    }

    deinit { close(descriptor) }

    /// How many bytes it has.
    var count: Int { end.withLock { $0 } }

    /// Adds bytes at the end; one call at a time.
    ///
    /// - Throws: ``Problem`` `unavailable` when the disk takes no more.
    func append(_ bytes: [UInt8]) async throws {
        let start = count
        try await NIOThreadPool.singleton.runIfActive { [descriptor] in
            var written = 0
            while written < bytes.count {
                let count = bytes.withUnsafeBytes { buffer in
                    let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                    return pwrite(
                        descriptor,
                        rest.baseAddress,
                        rest.count,
                        off_t(start + written)
                    )
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw Self.noRoom }
                written += count
            }
        }
        end.withLock { $0 = start + bytes.count }
    }

    /// Up to so many bytes from an offset; none at the end.
    ///
    /// - Throws: ``Problem`` `unavailable` when the disk fails.
    func bytes(from offset: Int, most: Int) async throws -> [UInt8] {
        try await NIOThreadPool.singleton.runIfActive { [self] in
            while true {
                var count = 0
                let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, length in
                    count = pread(descriptor, buffer.baseAddress, most, off_t(offset))
                    length = max(0, count)
                }
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw Self.noRoom }
                return bytes
            }
        }
    }

    private static func make(in folder: String) -> Int32? {
        var name = Array("\(folder)/purser-upload-XXXXXX".utf8CString)
        // For nobody else to read (POSIX, mkstemp).
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { return nil }
        guard unlink(name) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static let noRoom = Problem(
        .unavailable,
        "There is no room for the file right now",
        retryAfterSeconds: 10
    )
}
