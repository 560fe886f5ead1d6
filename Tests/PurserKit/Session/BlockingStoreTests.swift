import Foundation
import Synchronization
import Testbed
import Testing

@testable import PurserKit

@Suite("A token store that blocks")
struct BlockingStoreTests {
    @Test("holds up nothing but those who need the session")
    func other() async throws {
        // More of them than Swift has threads.
        let count = ProcessInfo.processInfo.activeProcessorCount + 2
        let stores = (0..<count).map { _ in BlockingStore() }
        try await withThrowingTaskGroup(of: SessionState.self) { group in
            for store in stores {
                let purser = try Purser.test(ScriptedTransport(), tokens: store)
                group.addTask { try await purser.session.state }
            }
            for store in stores { await store.isAsked() }
            for store in stores { store.open() }
            for try await state in group { #expect(state == .signedOut(.none)) }
        }
        #expect(stores.map(\.wasOpened) == Array(repeating: true, count: count))
    }
}

/// A store that waits as the keychain waits for the device's owner; not for ever, because nobody
/// may be left to open it.
private final class BlockingStore: TokenStore {
    private let gate = DispatchSemaphore(value: 0)
    private let result = Mutex<DispatchTimeoutResult?>(nil)
    private let asked = Broadcast(false)

    /// Waits until somebody waits for it.
    func isAsked() async {
        for await value in asked.values where value { return }
    }

    func open() { gate.signal() }

    /// Whether it was opened before its time was over.
    var wasOpened: Bool { result.withLock { $0 } == .success }

    func load() throws -> StoredSession? {
        asked.tell(true)
        let end = gate.wait(timeout: .now() + 20)
        result.withLock { $0 = end }
        return nil
    }

    func save(_ session: StoredSession) throws {}
    func remove() throws {}
}
