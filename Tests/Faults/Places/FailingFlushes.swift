import Foundation
import Programs
import Testing

/// A disk on which every flush fails, for one program: strace answers for the system.
enum FailingFlushes {
    private static let strace = [
        "/usr/bin/strace", "-f", "-e", "trace=fsync,fdatasync",
        "-e", "inject=fsync,fdatasync:error=EIO",
    ]

    /// What a command line begins with for a program whose flushes fail from the start.
    static let prefix = strace + ["-o", "/dev/null"]

    /// Whether strace may attach to programs here.
    static func canAttach() async throws -> Bool {
        let sleeper = try Child(["/bin/cat"])
        var isAttached = true
        do {
            try await with(sleeper.pid) {}
        } catch {
            isAttached = false
        }
        try await sleeper.remove()
        return isAttached
    }

    /// Runs `work` while every flush of a running program fails, or every one of a file.
    static func with(
        _ pid: pid_t,
        of path: String? = nil,
        _ work: () async throws -> Void
    ) async throws {
        let file = path.map { ["-P", $0] } ?? []
        let tracer = try Child(strace + file + ["-p", String(pid)])
        do {
            try await tracer.writes("attached")
            try await work()
        } catch {
            try await detach(tracer)
            throw error
        }
        try await detach(tracer)
    }

    /// Lets go of the program; killed, strace could not.
    private static func detach(_ tracer: Child) async throws {
        tracer.signal(SIGINT)
        _ = try await tracer.end()
    }
}
