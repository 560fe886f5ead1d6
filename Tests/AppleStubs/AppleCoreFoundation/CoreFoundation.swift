public import Foundation

/// The types of Apple's Core Foundation, which `import Foundation` brings along there.
///
/// Without Objective-C nothing is bridged. What our files turn into an array, a dictionary or data
/// of Core Foundation by `as` is Swift's own here, so that `as` compiles.
public typealias CFArray = [Any]
/// See ``CFArray``.
public typealias CFData = Data
/// See ``CFArray``.
public typealias CFDictionary = [AnyHashable: Any]
/// Any object of Core Foundation.
public typealias CFTypeRef = AnyObject
/// How a call of the system ended; 0 is well.
public typealias OSStatus = Int32

/// What makes room for objects.
public final class CFAllocator {}

/// A text.
public final class CFString: Hashable, Sendable {
    /// Whether both are the same text.
    public static func == (one: CFString, other: CFString) -> Bool { one === other }
    /// Feeds a hash.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// Makes a text, which Apple's own cannot be made by.
    package init() {}
}

/// An error.
public final class CFError: Error, @unchecked Sendable {
    private init() {}
}
