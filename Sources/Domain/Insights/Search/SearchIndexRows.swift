public import Catalogue
import Kernel

/// A member's transactions on the way into a search index, each text once.
///
/// Preparing the texts takes longer than collecting the rows, and each can be prepared by itself.
public struct SearchIndexRows: Sendable {
    var rows: [SearchRow] = []
    var foreign: Set<ID<Entity.Entry>> = []
    var accounts = AccountPlaces()
    /// The place of each text.
    var places: [SearchIndex.Written: Int32] = [:]
    /// The texts by their places, and how many rows each has.
    private(set) var texts: [SearchIndex.Written] = []
    private(set) var counts: [Int32] = []

    /// Begins without rows.
    public init() {}

    /// How many texts there are.
    public var textCount: Int { texts.count }

    /// Adds a transaction that is not there yet.
    ///
    /// Those that are added last should be the newest; then a search is fastest.
    public mutating func add(_ row: SearchIndex.Row) {
        let account = accounts.place(of: row.account)
        rows.append(SearchRow(row, text: place(of: row.written), account: account))
        if row.isForeign { foreign.insert(row.id) }
    }

    private mutating func place(of written: SearchIndex.Written) -> Int {
        if let place = places[written].map(Int.init) {
            counts[place] += 1
            return place
        }
        let place = texts.count
        places[written] = Int32(place)
        texts.append(written)
        counts.append(1)
        return place
    }

    /// Prepares some of the texts to be searched.
    ///
    /// `range`: Their places, of ``textCount``.
    public func prepared(
        _ range: Range<Int>,
        _ catalogue: Catalogue = .standard
    ) -> [PreparedText] {
        texts[range].map { PreparedText($0, catalogue, .carried) }
    }
}

/// A text with its words and the direction of its meaning.
public struct PreparedText: Sendable {
    let text: TransactionText
    let words: [String]
    let vector: TextVector?

    init(_ text: TransactionText, _ embeddings: WordEmbeddings) {
        self.text = text
        words = embeddings.words(in: text.whole)
        vector = embeddings.vector(of: words)
    }

    init(_ written: SearchIndex.Written, _ catalogue: Catalogue, _ embeddings: WordEmbeddings) {
        let text = TransactionText(
            merchant: written.merchant?.text,
            description: written.description.text,
            category: written.category.text,
            notes: written.notes?.text,
            catalogue: catalogue
        )
        self.init(text, embeddings)
    }
}

extension SearchRow {
    init(_ row: SearchIndex.Row, text: Int, account: Int32) {
        self.init(
            id: row.id,
            text: text,
            day: row.day,
            occurredAt: row.start,
            order: row.order,
            cents: row.cents,
            account: account
        )
    }
}

/// The accounts of an index, each with a number of its own, because a row has little room.
struct AccountPlaces: Sendable {
    private var places: [ID<Entity.Account>?: Int32] = [:]

    /// The number of an account; `nil` where no transaction is of it.
    subscript(account: ID<Entity.Account>) -> Int32? { places[account] }

    /// The number of an account, from now on.
    mutating func place(of account: ID<Entity.Account>?) -> Int32 {
        if let place = places[account] { return place }
        let place = Int32(places.count)
        places[account] = place
        return place
    }
}
