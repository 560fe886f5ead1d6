import DequeModule

/// What waits for its turn: the sharers take turns, and what one of them has keeps its order.
///
/// No sharer has more than its share of the places. When all places are taken, whoever has fewer
/// than the one with most gets the last of that one's: so nobody fills the queue for others.
struct FairQueue<Element> {
    /// What came of asking for a place.
    enum Answer {
        /// It waits.
        case waits
        /// It waits, and this one, which came later than others of its sharer, does not any more.
        case waitsInstead(of: Element)
        /// There is no place for it.
        case full
    }

    private let capacity: Int
    private let share: Int
    private var lines: [String: Deque<Element>] = [:]
    private var turns: Deque<String> = []
    private var kept: [String: Int] = [:]

    /// Makes a queue with so many places, of which one sharer has so many at most.
    init(capacity: Int, share: Int) {
        self.capacity = capacity
        self.share = share
    }

    /// How many elements wait.
    private(set) var count = 0

    /// How many places are kept where nothing waits.
    private(set) var keptCount = 0

    /// How many sharers are remembered.
    var sharerCount: Int { lines.count + kept.count }

    /// Asks for a place.
    mutating func append(_ element: Element, of sharer: String) -> Answer {
        let own = places(of: sharer)
        guard own < share else { return .full }
        guard count >= capacity else {
            add(element, of: sharer)
            return .waits
        }
        let longest = lines.max { $0.value.count < $1.value.count }
        guard let longest, own + 1 < longest.value.count, let last = longest.value.last else {
            return .full
        }
        lines[longest.key]?.removeLast()
        count -= 1
        add(element, of: sharer)
        return .waitsInstead(of: last)
    }

    /// Takes the element whose turn it is.
    mutating func popFirst() -> Element? {
        while let sharer = turns.popFirst() {
            guard let element = lines[sharer]?.popFirst() else { continue }
            count -= 1
            if lines[sharer]?.isEmpty == true { lines[sharer] = nil } else { turns.append(sharer) }
            return element
        }
        return nil
    }

    /// Takes an element out of turn.
    mutating func remove(where isWanted: (Element) -> Bool) -> Element? {
        for (sharer, line) in lines {
            guard let index = line.firstIndex(where: isWanted) else { continue }
            count -= 1
            let element = lines[sharer]?.remove(at: index)
            if lines[sharer]?.isEmpty == true {
                lines[sharer] = nil
                turns.removeAll { $0 == sharer }
            }
            return element
        }
        return nil
    }

    /// Whether a sharer may keep one place more.
    func mayKeep(of sharer: String) -> Bool {
        places(of: sharer) < share && keptCount < capacity
    }

    /// Keeps a place for a sharer until ``release(of:)``, though nothing waits there.
    ///
    /// It is one of the sharer's own share, and takes none from what others have waiting.
    mutating func keep(of sharer: String) {
        kept[sharer, default: 0] += 1
        keptCount += 1
    }

    /// Frees a place that was kept.
    mutating func release(of sharer: String) {
        let left = kept[sharer, default: 1] - 1
        kept[sharer] = left == 0 ? nil : left
        keptCount -= 1
    }

    private func places(of sharer: String) -> Int {
        (lines[sharer]?.count ?? 0) + (kept[sharer] ?? 0)
    }

    private mutating func add(_ element: Element, of sharer: String) {
        if lines[sharer] == nil { turns.append(sharer) }
        lines[sharer, default: []].append(element)
        count += 1
    }
}
