import Foundation
import Kernel

/// The texts that are bound to a statement, in one piece of memory that is used again.
///
/// SQLite would copy each text to memory of its own; so it reads them where they are.
final class BoundTexts {
    /// A text as SQLite takes it.
    typealias Text = (start: UnsafePointer<CChar>, count: Int)

    private var memory: UnsafeMutableBufferPointer<UInt8>
    private var used = 0

    /// Begins with room for a usual statement.
    init() {
        memory = .allocate(capacity: Self.usualBytes)
    }

    deinit { memory.deallocate() }

    /// Makes room for texts that have so many bytes together; nothing may be bound before.
    func reserve(_ bytes: Int) {
        guard bytes > memory.count else { return }
        memory.deallocate()
        memory = .allocate(capacity: bytes)
    }

    /// Forgets every text; nothing may be bound any more.
    func removeAll() {
        used = 0
        guard memory.count > Self.keptBytes else { return }
        memory.deallocate()
        memory = .allocate(capacity: Self.usualBytes)
    }

    /// Takes a text in; there must be room.
    ///
    /// - Returns: `nil` when it holds a NUL.
    func add(_ text: String) -> Text? {
        var text = text
        return text.withUTF8 { bytes in
            let place = next(bytes.count)
            _ = place.update(fromContentsOf: bytes)
            guard let start = place.baseAddress, memchr(start, 0, bytes.count) == nil else {
                return nil
            }
            return Self.text(place)
        }
    }

    /// Takes an id's text in; there must be room.
    func add(_ id: RawID) -> Text? {
        let place = next(RawID.characters)
        id.write(to: place)
        return Self.text(place)
    }

    private func next(_ count: Int) -> UnsafeMutableBufferPointer<UInt8> {
        precondition(used + count <= memory.count, "room was made for all texts")
        defer { used += count }
        return UnsafeMutableBufferPointer(rebasing: memory[used..<used + count])
    }

    private static func text(_ place: UnsafeMutableBufferPointer<UInt8>) -> Text? {
        guard let start = place.baseAddress else { return nil }
        // SAFETY: CChar and UInt8 have one layout, and the memory is not read as UInt8 any more.
        return (UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self), place.count)
    }

    private static let usualBytes = 1_024
    private static let keptBytes = 65_536
}
