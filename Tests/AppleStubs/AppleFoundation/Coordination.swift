public import Foundation

/// Where an error is told of.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// Who shows what a file holds.
public protocol NSFilePresenter: NSObjectProtocol {}

/// Takes turns at a file with other processes.
open class NSFileCoordinator: NSObject {
    /// What is done to a file.
    public struct WritingOptions: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Makes options of bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// It is removed.
        public static var forDeleting: Self { Self(rawValue: 1) }
        /// It is moved.
        public static var forMoving: Self { Self(rawValue: 2) }
        /// It is changed.
        public static var forMerging: Self { Self(rawValue: 4) }
        /// Another takes its place.
        public static var forReplacing: Self { Self(rawValue: 8) }
    }

    /// Makes a coordinator.
    public init(filePresenter: (any NSFilePresenter)?) {}

    /// Waits for a turn to write.
    open func coordinate(
        writingItemAt url: URL,
        options: WritingOptions = [],
        error outError: NSErrorPointer,
        byAccessor writer: (URL) -> Void
    ) {
        fatalError("a declaration alone")
    }
}
