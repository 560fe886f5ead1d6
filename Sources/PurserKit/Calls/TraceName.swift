/// The rule that the server keeps for names of traces.
enum TraceName {
    /// Whether a text is one; what is not could be anything, and is kept out of logs.
    static func isGood(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
                    || [0x2D, 0x2E, 0x3A, 0x5F].contains(byte)
            }
    }
}
