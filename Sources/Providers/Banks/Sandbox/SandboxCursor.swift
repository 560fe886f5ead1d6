import Kernel

/// How far a client has read the changes of an item.
struct SandboxCursor: Equatable {
    /// Where the sync began: so many changes are known.
    let start: Int
    /// Where it ends.
    let end: Int
    /// How many of the changes between were given.
    let given: Int

    /// The beginning of a sync after so many changes.
    init(after count: Int) {
        (start, end, given) = (count, count, 0)
    }

    /// A place in a sync.
    init(from start: Int, to end: Int, given: Int) {
        (self.start, self.end, self.given) = (start, end, given)
    }

    /// Reads a cursor of an item that has had so many changes; `nil` for another one.
    init?(_ text: String, of item: String, count: Int) {
        guard text.utf8.count <= Limits.bankCursorBytes, let bytes = Base64URL.bytes(text) else {
            return nil
        }
        let parts = String(decoding: bytes, as: UTF8.self)
            .split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == item, let start = Int(parts[1]),
            let end = Int(parts[2]), let given = Int(parts[3]),
            0 <= start, start <= end, end <= count, 0 <= given, given <= end - start
        else { return nil }
        self.init(from: start, to: end, given: given)
    }

    /// The cursor as it is given to a client.
    func text(of item: String) -> String {
        Base64URL.text(Array("\(item).\(start).\(end).\(given)".utf8))
    }
}
