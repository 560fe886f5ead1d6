#if canImport(Security)
import Foundation
import LocalAuthentication
import Security
import Synchronization

/// Keeps the session in the keychain; the store of Apple's platforms.
///
/// The item never leaves the device, with no backup either, and can be read from the first
/// unlocking after a start on, so that an app in the background goes on. On macOS the program
/// must be signed with a keychain access group.
public final class KeychainTokenStore: TokenStore {
    /// Who must be there when the session is read or changed.
    public enum Presence: Sendable, Hashable {
        /// Nobody: the device was unlocked once since it was started.
        case none
        /// The owner, by Face ID, Touch ID or the passcode; asked for once in each start of the
        /// app.
        case owner
    }

    private static let account = "session"

    private let service: String
    private let group: String?
    private let presence: Presence
    /// What the owner proved is good for as long as this lives.
    private let proof: Mutex<LAContext>

    /// Makes a store.
    ///
    /// - Parameters:
    ///   - service: The name of the item; an app with several servers has one for each.
    ///   - accessGroup: The group of apps and extensions that share the item.
    ///   - presence: Who must be there when it is read or changed.
    ///   - reason: Why, as the system tells the owner.
    public init(
        service: String = "purser",
        accessGroup: String? = nil,
        presence: Presence = .none,
        reason: String? = nil
    ) {
        self.service = service
        group = accessGroup
        self.presence = presence
        let context = LAContext()
        if let reason { context.localizedReason = reason }
        proof = Mutex(context)
    }

    /// The kept session; `nil` when there is none.
    ///
    /// Until the device is unlocked for the first time after a start nothing can be read. That is
    /// an error (`errSecInteractionNotAllowed`) and not the want of a session, and goes by.
    ///
    /// - Throws: ``TokenStoreError`` with the keychain's code.
    public func load() throws -> StoredSession? {
        let (status, data): (OSStatus, Data?) = proof.withLock { proof in
            var query = item(proof)
            query[kSecReturnData] = true
            query[kSecMatchLimit] = kSecMatchLimitOne
            var found: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &found)
            return (status, found as? Data)
        }
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess, let data else {
            throw TokenStoreError("The keychain could not be read", code: status)
        }
        guard let session = try? JSONDecoder().decode(StoredSession.self, from: data) else {
            throw TokenStoreError("The keychain's item is damaged")
        }
        return session
    }

    /// Keeps a session in place of a former one.
    ///
    /// - Throws: ``TokenStoreError`` with the keychain's code.
    public func save(_ session: StoredSession) throws {
        guard let data = try? JSONEncoder().encode(session) else {
            throw TokenStoreError("The keychain could not be written")
        }
        let status: OSStatus = try proof.withLock { proof in
            let query = item(proof)
            let status = SecItemUpdate(
                query as CFDictionary,
                [kSecValueData: data] as CFDictionary
            )
            guard status == errSecItemNotFound else { return status }
            var new = query
            new[kSecValueData] = data
            for (key, value) in try protection() { new[key] = value }
            return SecItemAdd(new as CFDictionary, nil)
        }
        guard status == errSecSuccess else {
            throw TokenStoreError("The keychain could not be written", code: status)
        }
    }

    /// Forgets the session.
    ///
    /// - Throws: ``TokenStoreError`` with the keychain's code.
    public func remove() throws {
        let status = proof.withLock { SecItemDelete(item($0) as CFDictionary) }
        guard status == errSecSuccess || status == errSecItemNotFound else {
            throw TokenStoreError("The keychain's item could not be removed", code: status)
        }
    }

    /// What names the item.
    private func item(_ proof: LAContext) -> [CFString: Any] {
        var query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword,
            kSecAttrService: service,
            kSecAttrAccount: Self.account,
            kSecUseDataProtectionKeychain: true,
        ]
        if let group { query[kSecAttrAccessGroup] = group }
        if presence == .owner { query[kSecUseAuthenticationContext] = proof }
        return query
    }

    /// How a new item is protected.
    private func protection() throws -> [CFString: Any] {
        guard presence == .owner else {
            return [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly]
        }
        let access = SecAccessControlCreateWithFlags(
            nil,
            kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            .userPresence,
            nil
        )
        guard let access else { throw TokenStoreError("The keychain cannot ask the owner") }
        return [kSecAttrAccessControl: access]
    }
}
#endif
