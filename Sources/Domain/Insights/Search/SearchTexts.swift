import Kernel

/// The distinct texts of one member's transactions, ready to be searched.
///
/// A transaction knows its text by its place. A text is prepared when it is added for the first
/// time: its words, where each stands, and the directions of its meaning. 20,000 texts take some 20
/// megabytes.
public struct SearchTexts: Sendable {
    /// What a text refers to.
    struct Entry: Sendable {
        let text: TransactionText
        /// Places in `parts` of N and C; below zero where there is none.
        let note: Int32
        let kind: Int32
        /// Places in `merchants` and `categories`.
        let merchant: Int32
        let category: Int32
        /// How many transactions have the text.
        var rows: Int32
    }

    /// The table that gives words their meaning.
    public let embeddings: WordEmbeddings

    private(set) var entries: [Entry] = []
    /// W of each text, in their order.
    private(set) var wholes = VectorTable()
    /// Notes and kinds, each once.
    private(set) var parts = VectorTable()
    private(set) var words = WordPlaces()
    private(set) var merchants = NamePlaces()
    private(set) var categories = NamePlaces()
    private var places: [TransactionText: Int32] = [:]
    private var partPlaces: [ExactText: Int32] = [:]

    /// Begins without texts.
    public init(embeddings: WordEmbeddings = .carried) {
        self.embeddings = embeddings
    }

    /// How many texts there are, those that no transaction has any more included.
    public var count: Int { entries.count }

    /// How many texts no transaction has any more; when they are many, make the texts anew.
    public var unused: Int { entries.count { $0.rows == 0 } }

    /// The text at a place.
    public subscript(place: Int) -> TransactionText { entries[place].text }

    /// Adds a transaction's text.
    ///
    /// - Returns: The text's place, which stays.
    public mutating func add(_ text: TransactionText) -> Int {
        if let place = places[text] {
            entries[Int(place)].rows += 1
            return Int(place)
        }
        let place = append(text)
        places[text] = Int32(place)
        return place
    }

    /// Adds the text of a transaction, which nobody asks for by its text any more.
    mutating func append(_ text: TransactionText) -> Int {
        append(PreparedText(text, embeddings), rows: 1)
    }

    /// Adds a text that is prepared already, with how many transactions have it.
    mutating func append(_ prepared: PreparedText, rows: Int32) -> Int {
        let text = prepared.text
        let place = entries.count
        words.add(prepared.words, at: Int32(place))
        wholes.append(prepared.vector)
        let entry = Entry(
            text: text,
            note: part(text.note),
            kind: part(text.kind),
            merchant: merchants.place(of: text.shownMerchant),
            category: categories.place(of: text.category ?? ""),
            rows: rows
        )
        entries.append(entry)
        return place
    }

    /// Adds one more transaction with the text at a place.
    mutating func addRow(at place: Int) { entries[place].rows += 1 }

    /// About how many bytes all of it takes.
    var bytes: Int {
        let vectors = (wholes.count + parts.count) * WordEmbeddings.dimensions * 4
        // An entry, its place by its text, and what its words and its strings take.
        return vectors + entries.count * 500
    }

    /// Takes a transaction's text away, as when the transaction is gone or was edited.
    ///
    /// - Precondition: A transaction has the text at this place.
    public mutating func remove(at place: Int) {
        precondition(entries[place].rows > 0, "no transaction has this text")
        entries[place].rows -= 1
    }

    private mutating func part(_ text: String) -> Int32 {
        guard !text.isEmpty else { return -1 }
        if let place = partPlaces[ExactText(text)] { return place }
        let place = embeddings.vector(of: text).map { vector in
            parts.append(vector)
            return Int32(parts.count - 1)
        }
        partPlaces[ExactText(text)] = place ?? -1
        return place ?? -1
    }

    // MARK: Words

    /// How many transactions have a word in their W.
    func rows(with word: String) -> Int {
        words[word].reduce(0) { $0 + Int(entries[Int($1)].rows) }
    }

    /// Whether a word stands in the W of a transaction.
    func has(_ word: String) -> Bool {
        words[word].contains { entries[Int($0)].rows > 0 }
    }
}
