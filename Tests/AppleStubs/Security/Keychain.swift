public import AppleCoreFoundation

/// What must be proved.
public let kSecAttrAccessControl = CFString()
/// Which apps share the item.
public let kSecAttrAccessGroup = CFString()
/// When it can be read.
public let kSecAttrAccessible = CFString()
/// From the first unlocking on, and on this device alone.
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly = CFString()
/// Whose it is.
public let kSecAttrAccount = CFString()
/// What it is for.
public let kSecAttrService = CFString()
/// Of what kind it is.
public let kSecClass = CFString()
/// A secret of any kind.
public let kSecClassGenericPassword = CFString()
/// How many are found.
public let kSecMatchLimit = CFString()
/// One.
public let kSecMatchLimitOne = CFString()
/// Whether what it holds is given.
public let kSecReturnData = CFString()
/// What its owner has proved.
public let kSecUseAuthenticationContext = CFString()
/// Whether the keychain of iOS is meant, on macOS too.
public let kSecUseDataProtectionKeychain = CFString()
/// What it holds.
public let kSecValueData = CFString()

/// It is done.
public let errSecSuccess: OSStatus = 0
/// There is no such item.
public let errSecItemNotFound: OSStatus = -25300

/// Finds items.
@discardableResult
public func SecItemCopyMatching(
    _ query: CFDictionary,
    _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
    fatalError("a declaration alone")
}

/// Adds an item.
@discardableResult
public func SecItemAdd(
    _ attributes: CFDictionary,
    _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
    fatalError("a declaration alone")
}

/// Changes items.
@discardableResult
public func SecItemUpdate(
    _ query: CFDictionary,
    _ attributesToUpdate: CFDictionary
) -> OSStatus {
    fatalError("a declaration alone")
}

/// Removes items.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { fatalError("a declaration alone") }

/// What must be proved before an item is read.
public final class SecAccessControl {
    private init() {}
}

/// What is to be proved.
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes flags of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// That the owner is there.
    public static var userPresence: Self { Self(rawValue: 1) }
}

/// Says what is to be proved.
public func SecAccessControlCreateWithFlags(
    _ allocator: CFAllocator?,
    _ protection: CFTypeRef,
    _ flags: SecAccessControlCreateFlags,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
    fatalError("a declaration alone")
}
