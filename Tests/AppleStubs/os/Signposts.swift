/// What tells Instruments of intervals.
public struct OSSignposter: @unchecked Sendable {
    /// Makes a signposter.
    public init(subsystem: String, category: String) {}

    /// Whether anybody looks.
    public var isEnabled: Bool { fatalError("a declaration alone") }

    /// Begins an interval.
    public func beginInterval(
        _ name: StaticString,
        id: OSSignpostID = .exclusive,
        _ message: SignpostMetadata
    ) -> OSSignpostIntervalState {
        fatalError("a declaration alone")
    }

    /// Ends an interval.
    public func endInterval(
        _ name: StaticString,
        _ state: OSSignpostIntervalState,
        _ message: SignpostMetadata
    ) {
        fatalError("a declaration alone")
    }
}

/// What tells intervals of one name apart.
public struct OSSignpostID: Sendable, Comparable {
    /// The number.
    public let rawValue: UInt64

    /// That of intervals that never overlap.
    public static var exclusive: OSSignpostID { fatalError("a declaration alone") }

    /// Takes a number.
    public init(_ value: UInt64) { rawValue = value }

    /// Orders two by their numbers.
    public static func < (a: OSSignpostID, b: OSSignpostID) -> Bool { a.rawValue < b.rawValue }
}

/// An interval that began.
public class OSSignpostIntervalState {
    fileprivate init() {}

    /// The state of an interval, by its id.
    public static func beginState(id: OSSignpostID) -> OSSignpostIntervalState {
        fatalError("a declaration alone")
    }
}

/// What an interval has besides its name.
public typealias SignpostMetadata = OSLogMessage
