import DequeModule

/// What waits for its turn: the clients take turns, and what one of them has keeps its order.
///
/// No client has more than its share of the places. When all places are taken, whoever has fewer
/// than the one with most gets the last of that one's: so nobody fills the queue for others.
struct FairQueue<Element> {
    /// What came of asking for a place.
    enum Answer {
        case waits
        /// It waits, and this one, which came later than others of its client, does not any more.
        case waitsInstead(of: Element)
        /// There is no place for it.
        case full
    }

    private let capacity: Int
    private let share: Int
    private var lines: [String: Deque<Element>] = [:]
    private var turns: Deque<String> = []
    private var kept: [String: Int] = [:]

    /// Makes a queue with so many places, of which one client has so many at most.
    init(capacity: Int, share: Int) {
        self.capacity = capacity
        self.share = share
    }

    /// How many elements wait.
    private(set) var count = 0

    /// How many places are kept where nothing waits.
    private(set) var keptCount = 0

    /// How many clients are remembered.
    var clientCount: Int { lines.count + kept.count }

    /// Asks for a place.
    mutating func append(_ element: Element, of clientKey: String) -> Answer {
        let own = places(of: clientKey)
        guard own < share else { return .full }
        guard count >= capacity else {
            add(element, of: clientKey)
            return .waits
        }
        let longest = lines.max { $0.value.count < $1.value.count }
        guard let longest, own + 1 < longest.value.count, let last = longest.value.last else {
            return .full
        }
        lines[longest.key]?.removeLast()
        count -= 1
        add(element, of: clientKey)
        return .waitsInstead(of: last)
    }

    /// Takes the element whose turn it is.
    mutating func popFirst() -> Element? {
        while let clientKey = turns.popFirst() {
            guard let element = lines[clientKey]?.popFirst() else { continue }
            count -= 1
            if lines[clientKey]?.isEmpty == true {
                lines[clientKey] = nil
            } else {
                turns.append(clientKey)
            }
            return element
        }
        return nil
    }

    /// Takes an element out of turn.
    mutating func remove(where isWanted: (Element) -> Bool) -> Element? {
        for (clientKey, line) in lines {
            guard let index = line.firstIndex(where: isWanted) else { continue }
            count -= 1
            let element = lines[clientKey]?.remove(at: index)
            if lines[clientKey]?.isEmpty == true {
                lines[clientKey] = nil
                turns.removeAll { $0 == clientKey }
            }
            return element
        }
        return nil
    }

    /// Whether a client may keep one place more.
    func mayKeep(of clientKey: String) -> Bool {
        places(of: clientKey) < share && keptCount < capacity
    }

    /// Keeps a place for a client until ``release(of:)``, though nothing waits there.
    ///
    /// It is one of the client's own share, and takes none from what others have waiting.
    mutating func keep(of clientKey: String) {
        kept[clientKey, default: 0] += 1
        keptCount += 1
    }

    /// Frees a place that was kept.
    mutating func release(of clientKey: String) {
        let left = kept[clientKey, default: 1] - 1
        kept[clientKey] = left == 0 ? nil : left
        keptCount -= 1
    }

    private func places(of clientKey: String) -> Int {
        (lines[clientKey]?.count ?? 0) + (kept[clientKey] ?? 0)
    }

    private mutating func add(_ element: Element, of clientKey: String) {
        if lines[clientKey] == nil { turns.append(clientKey) }
        lines[clientKey, default: []].append(element)
        count += 1
    }
}
