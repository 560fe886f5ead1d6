/// Texts that take long to compare, hash and normalise for how long they are.
enum LongTexts {
    /// Combining marks of two classes in turn, so that putting them in order is work: 200 kB.
    static let marks = String(repeating: "\u{0301}\u{0316}", count: 50_000)

    /// As many as fit in a body.
    static let most = String(repeating: "\u{0301}\u{0316}", count: 260_000)
}
