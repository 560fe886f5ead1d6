package import Kernel

/// What became of one call in one run.
package struct Settlement: Sendable {
    /// What became of it.
    package enum Outcome: Sendable {
        /// It was done, with this answer.
        case done([UInt8])
        /// It is not tried any more; with what the server found wrong with it.
        case dead(DeadLetter.Reason, PurserError?, Timestamp)
        /// The server has certainly not heard it in this run.
        case unsent
    }

    package let call: QueuedCall
    package let outcome: Outcome
}

/// Writes down what became of calls, as many together as came while the disk was busy.
actor Settlements {
    private let store: any DeviceStore
    private let worker: QueueWorker
    private let tell: @Sendable ([Settlement]) -> Void
    private var waiting: [Settlement] = []
    private var writing: Task<Void, Never>?
    private var failure: (any Error)?

    /// Makes one that will `tell` what is on the disk.
    init(
        _ store: any DeviceStore,
        _ worker: QueueWorker,
        tell: @escaping @Sendable ([Settlement]) -> Void
    ) {
        self.store = store
        self.worker = worker
        self.tell = tell
    }

    /// Takes what became of a call.
    ///
    /// It need not be on the disk before the next call is sent: until it is, the key protects.
    ///
    /// - Throws: What kept an earlier one from the disk.
    func add(_ settlement: Settlement) throws {
        waiting.append(settlement)
        if let failure { throw failure }
        if writing == nil { writing = Task { await write() } }
    }

    /// Returns when everything is on the disk.
    ///
    /// - Throws: What kept it from there.
    func flush() async throws {
        while let writing { await writing.value }
        if let failure { throw failure }
    }

    private func write() async {
        while !waiting.isEmpty, failure == nil {
            let batch = waiting
            waiting = []
            do {
                try await store.write { [worker] in try $0.settle(batch, worker) }
                tell(batch)
            } catch {
                failure = error
            }
        }
        writing = nil
    }
}
