import Kernel
import Synchronization

/// Bank files between their preview and their import in the web app.
///
/// A preview stores nothing, and a browser without scripts does not send again what was chosen
/// once. So the process that received a file holds it: one of each member, for a quarter of an
/// hour. Where there are too many the oldest goes, and where they are too large together the
/// largest, so that whoever sends large files takes no room from others. Whose file is gone
/// chooses it again.
final class HeldFiles: Sendable {
    /// A file that is held.
    struct File: Sendable {
        /// What the forms of its pages name it by; a file that came later has another one.
        let id: String
        /// The file's name, as its form told it.
        let name: String
        let content: TemporaryFile
        fileprivate let receivedAt: Timestamp
    }

    private let most: Int
    private let mostBytes: Int
    private let files = Mutex<[ID<Entity.Member>: File]>([:])

    /// Holds so many files, which have so many bytes together.
    init(most: Int = Limits.heldFiles, mostBytes: Int = Limits.heldFilesBytes) {
        self.most = most
        self.mostBytes = mostBytes
    }

    /// How many there are.
    var count: Int { files.withLock { $0.count } }

    /// Holds a member's file, in place of the one before it.
    func hold(
        _ content: TemporaryFile,
        named name: String,
        of member: ID<Entity.Member>,
        now: Timestamp
    ) -> File {
        let file = File(id: FormKey.fresh(), name: name, content: content, receivedAt: now)
        files.withLock { files in
            files[member] = file
            Self.forgetOld(&files, now)
            makeRoom(&files, for: member)
        }
        return file
    }

    /// The file of a member: any, or the one with an id.
    func find(
        _ id: String? = nil,
        of member: ID<Entity.Member>,
        now: Timestamp
    ) -> File? {
        files.withLock { files in
            Self.forgetOld(&files, now)
            return files[member].flatMap { id == nil || $0.id == id ? $0 : nil }
        }
    }

    /// Takes a member's file out, so that of two forms that are sent at once one has it.
    func take(_ id: String, of member: ID<Entity.Member>, now: Timestamp) -> File? {
        files.withLock { files in
            Self.forgetOld(&files, now)
            guard files[member]?.id == id else { return nil }
            return files.removeValue(forKey: member)
        }
    }

    /// Holds a file again that was taken out, unless the member sent another one since.
    func putBack(_ file: File, of member: ID<Entity.Member>, now: Timestamp) {
        files.withLock { files in
            if files[member] == nil { files[member] = file }
            Self.forgetOld(&files, now)
            makeRoom(&files, for: member)
        }
    }

    /// Gives back what was held for long enough.
    func forgetOld(now: Timestamp) { files.withLock { Self.forgetOld(&$0, now) } }

    private static func forgetOld(_ files: inout [ID<Entity.Member>: File], _ now: Timestamp) {
        let oldest = now.adding(milliseconds: -Limits.heldFileMilliseconds)
        files = files.filter { $0.value.receivedAt > oldest }
    }

    /// Lets files of others go until the rest has room with that of a member.
    private func makeRoom(
        _ files: inout [ID<Entity.Member>: File],
        for member: ID<Entity.Member>
    ) {
        var bytes = files.values.reduce(0) { $0 + $1.content.count }
        while files.count > most || bytes > mostBytes {
            let others = files.filter { $0.key != member }
            let gone =
                files.count > most
                ? others.min { $0.value.receivedAt < $1.value.receivedAt }
                : others.max { $0.value.content.count < $1.value.content.count }
            guard let gone else { return }
            files[gone.key] = nil
            bytes -= gone.value.content.count
        }
    }
}
