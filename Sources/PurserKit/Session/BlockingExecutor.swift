import Dispatch

/// Runs what an actor does on threads that may block.
///
/// Swift's own are as few as the processor's cores, and all else of the program waits while they
/// do. A store may block for long: the keychain until the owner has looked into the camera, a file
/// until it is on the disk.
final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// Makes one with a queue of its own.
    init(_ name: String) {
        queue = DispatchQueue(label: name)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
