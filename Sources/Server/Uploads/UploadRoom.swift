import Contract
import Kernel
import Synchronization

/// The files that a process receives and reads at once: few, and one of each caller.
///
/// Each may be as large as a file may be, so their number bounds what they take of the disk.
final class UploadRoom: Sendable {
    private let callers = Mutex<Set<String>>([])

    /// Takes a place; ``leave(_:)`` must follow.
    ///
    /// - Throws: ``Problem`` `conflict` while the caller has one; `unavailable` when all are taken.
    func enter(_ caller: String) throws {
        let refusal = callers.withLock { callers -> Problem? in
            guard !callers.contains(caller) else {
                let sentence = "Another file of yours is being read"
                return Problem(.conflict, sentence, retryAfterSeconds: 1)
            }
            guard callers.count < Limits.uploadsAtOnce else {
                let sentence = "Too many files are being read at once; try again later"
                return Problem(.unavailable, sentence, retryAfterSeconds: 5)
            }
            callers.insert(caller)
            return nil
        }
        if let refusal { throw refusal }
    }

    /// Gives a place back.
    func leave(_ caller: String) {
        callers.withLock { _ = $0.remove(caller) }
    }
}
