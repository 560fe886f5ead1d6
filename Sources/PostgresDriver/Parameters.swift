import Foundation
import Kernel
import SQL

/// The values of one statement as the C strings libpq takes; its buffers are used again.
struct Parameters {
    private var bytes: [UInt8] = []
    private var offsets: [Int] = []
    private var pointers: [UnsafePointer<CChar>?] = []

    /// Takes the place of what was set before.
    ///
    /// - Throws: `statement` for text with a NUL, at which a C string would end unseen.
    mutating func set(_ values: [Value]) throws(DatabaseError) {
        bytes.removeAll(keepingCapacity: true)
        offsets.removeAll(keepingCapacity: true)
        for value in values {
            switch value {
            case .null:
                offsets.append(-1)
                continue
            case .integer(let integer):
                offsets.append(bytes.count)
                append(integer)
            case .real(let real):
                offsets.append(bytes.count)
                bytes.append(contentsOf: real.description.utf8)
            case .text(let text):
                offsets.append(bytes.count)
                try append(text)
            case .uuid(let id):
                offsets.append(bytes.count)
                id.append(to: &bytes)
            }
            bytes.append(0)
        }
    }

    /// Hands out the strings, `nil` for NULL, and how many there are; valid inside `body` only.
    mutating func withPointers<R>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?, Int32) -> R
    ) -> R {
        pointers.removeAll(keepingCapacity: true)
        return bytes.withUnsafeBytes { bytes in
            for offset in offsets {
                let start = offset < 0 ? nil : bytes.baseAddress?.advanced(by: offset)
                pointers.append(start?.assumingMemoryBound(to: CChar.self))
            }
            return pointers.withUnsafeBufferPointer { body($0.baseAddress, Int32($0.count)) }
        }
    }

    private mutating func append(_ text: String) throws(DatabaseError) {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        let hasNUL = bytes.withUnsafeBytes { all in
            let added = UnsafeRawBufferPointer(rebasing: all[start...])
            return added.baseAddress.map { memchr($0, 0, added.count) != nil } ?? false
        }
        guard !hasNUL else {
            throw DatabaseError(.statement, "a text holds a NUL character, which cannot be stored")
        }
    }

    private mutating func append(_ integer: Int64) {
        var rest = integer.magnitude
        let start = bytes.count
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        if integer < 0 { bytes.append(UInt8(ascii: "-")) }
        bytes[start...].reverse()
    }
}
