import CSpawn
import Foundation

/// Starting a process and waiting for it, by the system's own calls.
enum Spawn {
    /// The standard files of a program.
    struct Files {
        let input: FileHandle
        let output: FileHandle
        let errors: FileHandle
    }

    /// Starts a program that has the three files and no other.
    static func start(
        _ command: [String],
        _ environment: [String: String],
        in folder: String,
        _ files: Files
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (place, file) in [files.input, files.output, files.errors].enumerated() {
            posix_spawn_file_actions_adddup2(&actions, file.fileDescriptor, Int32(place))
        }
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        posix_spawn_file_actions_addchdir_np(&actions, folder)
        var attributes = try usualSignals()
        defer { posix_spawnattr_destroy(&attributes) }

        var pid: pid_t = 0
        let status = withStrings(command) { arguments in
            withStrings(environment.map { "\($0)=\($1)" }) { variables in
                posix_spawn(&pid, command[0], &actions, &attributes, arguments, variables)
            }
        }
        guard status == 0 else { throw NotStarted(program: command[0], errno: status) }
        return pid
    }

    /// The threads of the tests block signals, and a program would inherit that.
    private static func usualSignals() throws -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))
        return attributes
    }

    /// Waits for a process in the way of the calling thread.
    static func wait(for pid: pid_t) -> Child.End {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) == -1 && errno == EINTR {}
        let signal = status & 0x7f
        return signal == 0 ? .exit((status >> 8) & 0xff) : .signal(signal)
    }

    private static func withStrings<R>(
        _ strings: [String],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> R
    ) -> R {
        let copies = strings.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return body(copies + [nil])
    }
}

/// A program that the system did not start.
public struct NotStarted: Error {
    /// Its path.
    public let program: String
    /// The system's reason.
    public let errno: Int32
}
