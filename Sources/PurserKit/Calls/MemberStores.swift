package import Foundation
import Synchronization

/// What keeps something of members on the device, beside what this module keeps.
package protocol MemberStore: AnyObject, Sendable {
    /// Removes what it keeps, but for that of one member.
    ///
    /// - Throws: ``PurserError`` `storage`.
    func forget(exceptOf owner: String?) async throws
    /// Lets go of what is open.
    func close() async
}

/// The stores of a client: one of each type, made when somebody asks for it.
package final class MemberStores: Sendable {
    private let made = Mutex<[ObjectIdentifier: any MemberStore]>([:])

    /// The store of a type.
    package func store<Store: MemberStore>(_ make: () -> Store) -> Store {
        made.withLock { made in
            if let store = made[ObjectIdentifier(Store.self)] as? Store { return store }
            let store = make()
            made[ObjectIdentifier(Store.self)] = store
            return store
        }
    }

    func forget(exceptOf owner: String?) async throws {
        for store in made.withLock({ Array($0.values) }) {
            try await store.forget(exceptOf: owner)
        }
    }

    func close() async {
        for store in made.withLock({ Array($0.values) }) { await store.close() }
    }
}

extension Purser {
    /// The store of a type that this client has; the first to ask makes it, in the folder of this
    /// server, or in one of its own where nothing is to stay.
    package func memberStore<Store: MemberStore>(_ make: (URL?) -> Store) -> Store {
        client.memberStores.store {
            switch client.storage {
            case .directory(let path): make(URL(filePath: path))
            case .temporary: make(nil)
            }
        }
    }

    /// Waits, by the client's own clock.
    ///
    /// - Throws: `CancellationError`.
    package func pause(_ duration: Duration) async throws {
        try await client.time.pause(duration)
    }
}
