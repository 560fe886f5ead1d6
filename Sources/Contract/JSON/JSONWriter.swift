/// Writes JSON as it is encoded, in the order of encoding.
///
/// Containers may be nested to any depth; whoever writes at a shallower depth closes the deeper
/// ones.
final class JSONWriter {
    /// What values are gathered in.
    enum Container {
        case array
        /// The fields of a type, in its order.
        case object
        /// Keys of any text, whose own order differs from process to process: they are sorted.
        case map
    }

    private struct Frame {
        let container: Container
        var isEmpty = true
        /// The keys of a map, and where each of its members starts.
        var members: [(key: String, start: Int)] = []
    }

    // SAFETY: no method calls out while it changes these; the check costs more than an append.
    @exclusivity(unchecked) private(set) var bytes: [UInt8] = []
    @exclusivity(unchecked) private var frames: [Frame] = []

    init() {
        bytes.reserveCapacity(JSONText.usualBytes)
        frames.reserveCapacity(4)
    }

    /// How many containers are open.
    var depth: Int { frames.count }

    /// Opens a container as the next value.
    ///
    /// - Returns: How many are open now.
    @discardableResult
    func open(_ container: Container) -> Int {
        bytes.append(container == .array ? UInt8(ascii: "[") : UInt8(ascii: "{"))
        frames.append(Frame(container: container))
        return frames.count
    }

    /// Closes containers until `depth` of them are open.
    func close(downTo depth: Int) {
        while frames.count > depth {
            let frame = frames.removeLast()
            if frame.members.count > 1 { sort(frame.members) }
            bytes.append(frame.container == .array ? UInt8(ascii: "]") : UInt8(ascii: "}"))
        }
    }

    /// Prepares for the next element of the array at `depth`.
    func next(at depth: Int) {
        close(downTo: depth)
        if frames[depth - 1].isEmpty {
            frames[depth - 1].isEmpty = false
        } else {
            bytes.append(UInt8(ascii: ","))
        }
    }

    /// Prepares for the value of the next field of the object at `depth`.
    ///
    /// `name`: One that a type declares, which has nothing to escape.
    func next(at depth: Int, field name: String) {
        next(at: depth)
        bytes.append(UInt8(ascii: "\""))
        write(verbatim: name)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    /// Prepares for the value of the next key of the map at `depth`.
    func next(at depth: Int, key: String) {
        next(at: depth)
        frames[depth - 1].members.append((key, bytes.count))
        write(key)
        bytes.append(UInt8(ascii: ":"))
    }

    /// Brings the members of the map that ends here into the order of their keys.
    private func sort(_ members: [(key: String, start: Int)]) {
        // Between two members there is a comma.
        let ends = members.dropFirst().map { $0.start - 1 } + [bytes.count]
        let texts = zip(members, ends).map { member, end in
            (key: member.key, text: bytes[member.start..<end])
        }
        let sorted = texts.sorted { $0.key < $1.key }.map(\.text)
        let start = members[0].start
        bytes.replaceSubrange(start..., with: Array(sorted.joined(separator: ",".utf8)))
    }

    func write(_ text: String) { JSONText.append(text, to: &bytes) }

    func write(_ flag: Bool) { write(verbatim: flag ? "true" : "false") }

    func write(_ integer: some BinaryInteger) { write(verbatim: String(integer)) }

    /// Writes a number in its shortest form, whole ones without a fraction.
    func write(_ number: Double) throws {
        guard number.isFinite else {
            let context = EncodingError.Context(codingPath: [], debugDescription: "not finite")
            throw EncodingError.invalidValue(number, context)
        }
        // From 2^54 on Swift writes an exponent and no fraction by itself.
        if abs(number) < 0x1p54, let whole = Int64(exactly: number) {
            write(whole)
        } else {
            write(verbatim: "\(number)")
        }
    }

    func writeNull() { write(verbatim: "null") }

    func write(verbatim text: String) { JSONText.append(verbatim: text, to: &bytes) }
}
