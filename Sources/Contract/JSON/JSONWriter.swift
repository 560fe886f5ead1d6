/// Writes JSON as it is encoded, in the order of encoding.
///
/// Containers may be nested to any depth; whoever writes at a shallower depth closes the deeper
/// ones.
final class JSONWriter {
    private struct Frame {
        let isObject: Bool
        var isEmpty = true
    }

    // SAFETY: no method calls out while it changes these; the check costs more than an append.
    @exclusivity(unchecked) private(set) var bytes: [UInt8] = []
    @exclusivity(unchecked) private var frames: [Frame] = []

    init() {
        bytes.reserveCapacity(512)
    }

    /// How many containers are open.
    var depth: Int { frames.count }

    /// Opens an object or array as the next value.
    func open(isObject: Bool) -> Int {
        bytes.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
        frames.append(Frame(isObject: isObject))
        return frames.count
    }

    /// Closes containers until `depth` of them are open.
    func close(downTo depth: Int) {
        while frames.count > depth {
            let frame = frames.removeLast()
            bytes.append(frame.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        }
    }

    /// Prepares for the next element of the container at `depth`.
    func next(at depth: Int, key: String? = nil) {
        close(downTo: depth)
        if frames[depth - 1].isEmpty {
            frames[depth - 1].isEmpty = false
        } else {
            bytes.append(UInt8(ascii: ","))
        }
        guard let key else { return }
        JSONText.append(key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
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

    func write(verbatim text: String) { bytes.append(contentsOf: text.utf8) }
}
