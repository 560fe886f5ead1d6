import Foundation
import Programs
import Testbed
import Testing

/// A disk of a few megabytes that only one process and those who join it see.
///
/// It is mounted in a namespace of a process that waits for its input to end, so that nothing stays
/// behind however the test ends.
struct TinyDisk: Sendable {
    /// Where it is for those who joined.
    let path: String
    /// Where it is for the test.
    let view: String
    /// What a command line begins with to join.
    let prefix: [String]

    /// Runs `work` with a disk.
    static func with(
        megabytes: Int,
        _ work: (TinyDisk) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let (holder, isOwn) = try await mount(megabytes: megabytes, at: directory.path)
        let pid = String(holder.pid)
        let user = isOwn ? ["--user", "--preserve-credentials"] : []
        let disk = TinyDisk(
            path: directory.path,
            view: "/proc/\(pid)/root\(directory.path)",
            prefix: ["/usr/bin/nsenter", "--target", pid, "--mount"] + user
        )
        do {
            try await work(disk)
        } catch {
            try await holder.remove()
            throw error
        }
        try await holder.remove()
    }

    /// Fills what is free but some kilobytes.
    func fill(leavingKilobytes rest: Int) throws {
        let free = try FileManager.default.attributesOfFileSystem(forPath: view)[.systemFreeSize]
        let bytes = try #require((free as? NSNumber)?.intValue) - rest * 1_024
        guard bytes > 0 else { return }
        if !FileManager.default.fileExists(atPath: ballast) {
            try Data().write(to: URL(filePath: ballast))
        }
        let file = try #require(FileHandle(forWritingAtPath: ballast))
        try file.seekToEnd()
        try file.write(contentsOf: Data(count: bytes))
        try file.close()
    }

    /// Makes room again.
    func empty() throws { try FileManager.default.removeItem(atPath: ballast) }

    private var ballast: String { "\(view)/ballast" }

    /// Mounts as root, else as root of a user namespace.
    private static func mount(
        megabytes: Int,
        at path: String
    ) async throws -> (holder: Child, isOwnUser: Bool) {
        var troubles: [String] = []
        for isOwn in geteuid() == 0 ? [false, true] : [true] {
            let flags = isOwn ? ["--mount", "--map-root-user"] : ["--mount"]
            let script = "mount -t tmpfs -o size=\(megabytes)m none '\(path)' && echo on >&2 && cat"
            let holder = try Child(["/usr/bin/unshare"] + flags + ["/bin/sh", "-c", script])
            do {
                try await holder.writes("on\n")
                return (holder, isOwn)
            } catch {
                troubles.append(holder.errors)
                try await holder.remove()
            }
        }
        throw Unmountable(reason: troubles.joined())
    }

    /// The system lets nobody mount here: these tests need root or user namespaces.
    struct Unmountable: Error {
        let reason: String
    }
}
