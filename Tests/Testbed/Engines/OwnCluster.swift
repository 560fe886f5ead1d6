import Foundation
import Synchronization

/// A server of this process's own, for a run that was started without one.
enum OwnCluster {
    private static let directory = Mutex<String?>(nil)

    /// Starts the server; it is stopped and removed when the process ends.
    ///
    /// - Returns: Its URL.
    static func start() throws -> String {
        let path = "/tmp/purser-own-\(getpid())"
        directory.withLock { $0 = path }
        atexit { OwnCluster.remove() }
        return try script("start", path)
    }

    private static func remove() {
        guard let path = directory.withLock({ $0.take() }) else { return }
        _ = try? script("remove", path)
    }

    private static func script(_ command: String, _ path: String) throws -> String {
        let process = Process()
        process.executableURL = try executable()
        process.arguments = [command, path]
        process.environment = ProcessInfo.processInfo.environment
            .merging(["PURSER_PG_FSYNC": "off"]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        // The server keeps the pipe open, so the end of its one line is what is waited for.
        process.waitUntilExit()
        let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard process.terminationStatus == 0 else {
            throw PostgresTrouble(reason: "scripts/postgres-cluster \(command) failed")
        }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The script, found from where this file lies in the repository.
    private static func executable() throws -> URL {
        var directory = URL(filePath: #filePath)
        while directory.path.count > 1 {
            directory.deleteLastPathComponent()
            let script = directory.appending(path: "scripts/postgres-cluster")
            if FileManager.default.isExecutableFile(atPath: script.path) { return script }
        }
        throw PostgresTrouble(reason: "scripts/postgres-cluster is not in the repository")
    }
}
