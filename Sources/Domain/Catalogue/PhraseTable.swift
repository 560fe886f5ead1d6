/// Phrases of whole words, each with what it stands for.
///
/// Looking for phrases costs one look-up for each word that is compared, however many phrases there
/// are.
struct PhraseTable<Value: Sendable>: Sendable {
    private struct Step: Hashable {
        let node: Int
        let word: String
    }

    private var nodes: [Step: Int] = [:]
    /// The place in `values` of what each node stands for; below zero where it stands for nothing.
    private var places = [-1]
    private var values: [Value] = []

    /// The value of exactly these words.
    subscript(words: [String]) -> Value? {
        var node = 0
        for word in words {
            guard let next = nodes[Step(node: node, word: word)] else { return nil }
            node = next
        }
        return places[node] < 0 ? nil : values[places[node]]
    }

    /// The value of a phrase that was found.
    subscript(found place: Int) -> Value { _read { yield values[place] } }

    /// Sets what words stand for.
    mutating func set(_ words: [String], to value: Value) {
        precondition(!words.isEmpty, "a phrase has words")
        var node = 0
        for word in words {
            let step = Step(node: node, word: word)
            if let next = nodes[step] {
                node = next
            } else {
                node = places.count
                nodes[step] = node
                places.append(-1)
            }
        }
        places[node] = values.count
        values.append(value)
    }

    /// Visits every phrase that begins at a place, the shorter before the longer.
    ///
    /// - Parameters:
    ///   - range: Where the first word is looked for, and where the words end.
    ///   - word: The word at a place.
    ///   - visit: Is told where the phrase ends and where ``subscript(found:)`` has its value.
    @inline(__always)
    func phrases(
        in range: Range<Int>,
        word: (Int) -> String,
        visit: (_ end: Int, _ found: Int) -> Void
    ) {
        var node = 0
        for index in range {
            guard let next = nodes[Step(node: node, word: word(index))] else { return }
            node = next
            if places[node] >= 0 { visit(index + 1, places[node]) }
        }
    }
}
