import Foundation

/// A lock that one process holds at a time, over the folder that an app shares with its extensions.
///
/// The system lets go of it when a process ends, however it ends.
struct FolderLock {
    private let path: String

    init(_ path: String) { self.path = path }

    /// Runs `work` while no other holder does; waits for who does, without leaving its thread.
    func held<R>(_ work: () throws -> R) throws -> R {
        let file = try file()
        defer { close(file) }
        while flock(file, LOCK_EX) != 0 {
            guard errno == EINTR else { throw CocoaError(.fileWriteUnknown) }
        }
        return try work()
    }

    /// Runs `work` while no other holder does.
    ///
    /// - Returns: `nil` when another one does.
    func tried<R: Sendable>(
        _ work: @Sendable () async throws -> R
    ) async throws -> R? {
        let file = try file()
        defer { close(file) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            guard errno == EWOULDBLOCK else { throw CocoaError(.fileWriteUnknown) }
            return nil
        }
        return try await work()
    }

    private func file() throws -> Int32 {
        let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw CocoaError(.fileWriteUnknown) }
        return file
    }
}
