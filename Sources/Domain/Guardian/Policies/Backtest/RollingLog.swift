/// Amounts by their instants, for sums and numbers of any window up to a longest one.
///
/// Each entry has the sum of all up to it, so a window is found by its two ends. What is older than
/// the longest window goes when it is more than half.
struct RollingLog: Sendable {
    private var instants: [Int64] = []
    private var sums: [Int64] = []
    /// The sum of what is not kept any more.
    private var base: Int64 = 0
    /// How many entries are too old for the longest window.
    private var old = 0

    /// Appends an entry that is not earlier than the last one.
    mutating func append(_ amount: Int64, at instant: Int64, longest: Int64) {
        instants.append(instant)
        sums.append((sums.last ?? base) &+ amount)
        while instants[old] < instant - longest { old += 1 }
        guard old > 32, old * 2 > instants.count else { return }
        base = sums[old - 1]
        instants.removeFirst(old)
        sums.removeFirst(old)
        old = 0
    }

    /// How many entries there are before an instant: those at it are not.
    func end(before instant: Int64) -> Int {
        var end = instants.count
        while end > 0, instants[end - 1] >= instant { end -= 1 }
        return end
    }

    /// The first entry from an instant on, among those up to another one.
    func start(from instant: Int64, upTo end: Int) -> Int {
        // From the end in growing steps, because most windows are short beside the longest.
        var (low, high, step) = (end, end, 1)
        while low > 0, instants[low - 1] >= instant {
            high = low - 1
            low = max(0, low - step)
            step *= 2
        }
        while low < high {
            let middle = (low + high) / 2
            if instants[middle] < instant {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// The sum of the entries from one up to another.
    func sum(from start: Int, upTo end: Int) -> Int64 {
        guard start < end else { return 0 }
        return sums[end - 1] &- (start == 0 ? base : sums[start - 1])
    }
}
