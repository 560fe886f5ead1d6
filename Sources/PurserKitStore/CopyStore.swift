import Foundation
import PurserKit
import Synchronization

/// What a client keeps of copies: one for each client.
final class CopyStore: MemberStore {
    let time: CopyTime
    /// How many records a page has.
    let pageSize: Int64
    /// The syncs of this client, one after the other.
    let turns = Turns()
    private let kept: DeviceDatabase
    /// Whose copies are the only ones, as far as this client has seen to it.
    private let soleOwner = Mutex<String?>(nil)

    init(in folder: URL?, time: CopyTime = .system, pageSize: Int64 = 500) {
        self.time = time
        self.pageSize = pageSize
        kept = DeviceDatabase(in: folder)
    }

    /// The database, in which a member finds nothing of another one.
    ///
    /// - Throws: ``PurserError`` `storage`.
    func database(of owner: String) async throws -> DeviceDatabase {
        guard soleOwner.withLock({ $0 }) != owner else { return kept }
        try await forget(exceptOf: owner)
        return kept
    }

    func forget(exceptOf owner: String?) async throws {
        try await kept.forget(exceptOf: owner)
        soleOwner.withLock { $0 = owner }
    }

    func close() async { kept.close() }
}

/// Work of which one piece runs at a time, in the order in which it was asked for.
actor Turns {
    private var last: Task<Void, Never>?

    func take<R: Sendable>(
        _ work: @escaping @Sendable () async throws -> R
    ) async throws -> R {
        let before = last
        let task = Task {
            await before?.value
            try Task.checkCancellation()
            return try await work()
        }
        last = Task { _ = await task.result }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
