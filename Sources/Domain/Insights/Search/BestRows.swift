/// The best of many rows, as many as are kept.
///
/// A heap whose root is the worst of those kept, so that most rows cost one comparison.
struct BestRows {
    /// A row's place among all, with its score in thousandths.
    struct Ranked {
        let place: Int
        let score: Int32
    }

    private let rows: [SearchRow]
    private let most: Int
    private var heap: [Ranked] = []

    /// Keeps at most that many of some rows.
    init(_ rows: [SearchRow], most: Int) {
        self.rows = rows
        self.most = most
        heap.reserveCapacity(max(0, most))
    }

    /// Whether a row would be kept.
    func wouldKeep(_ ranked: Ranked) -> Bool {
        heap.count < most || !heap.isEmpty && isBefore(ranked, heap[0])
    }

    /// Keeps a row, in place of the worst one when there are enough.
    mutating func keep(_ ranked: Ranked) {
        guard wouldKeep(ranked) else { return }
        if heap.count < most {
            heap.append(ranked)
            rise(heap.count - 1)
        } else {
            heap[0] = ranked
            sink(0)
        }
    }

    /// Those that are kept, the best first.
    var sorted: [Ranked] { heap.sorted(by: isBefore) }

    /// The order of results: by score, then the newest, then what was posted last.
    ///
    /// No two rows are equal, since no two have one id.
    private func isBefore(_ left: Ranked, _ right: Ranked) -> Bool {
        if left.score != right.score { return left.score > right.score }
        let (one, other) = (rows[left.place], rows[right.place])
        if one.occurredAt != other.occurredAt { return one.occurredAt > other.occurredAt }
        if one.order != other.order { return one.order > other.order }
        return one.id > other.id
    }

    private mutating func rise(_ start: Int) {
        var place = start
        while place > 0, isBefore(heap[(place - 1) / 2], heap[place]) {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private mutating func sink(_ start: Int) {
        var place = start
        while true {
            var worst = place
            for child in place * 2 + 1...place * 2 + 2 where child < heap.count {
                if isBefore(heap[worst], heap[child]) { worst = child }
            }
            guard worst != place else { return }
            heap.swapAt(place, worst)
            place = worst
        }
    }
}
