/// By what an expense is told that stands out among the others of a window.
///
/// Mean, deviation and quartiles are those of all expenses of the window, the one that is looked at
/// included. They are compared as whole numbers, so that what lies exactly on a bound is told
/// right. Source of the bounds: the contract of Insights, section 3.
public struct AnomalyRule: Sendable {
    private let count: Int128
    private let total: Int128
    /// The square of the deviation times the square of ``count``; `nil` where it is too large.
    private let spread: Int128?
    /// The same as far as a binary fraction tells.
    private let roughSpread: Double
    /// Four times the lower quartile, the median and the upper quartile.
    private let quartiles: (lower: Int128, middle: Int128, upper: Int128)

    /// - Parameter counts: How many expenses there are of each size.
    init?(counts: [UInt64: Int]) {
        let sorted = counts.map { (size: Int128($0.key), count: $0.value) }
            .sorted { $0.size < $1.size }
        let count = sorted.reduce(0) { $0 + $1.count }
        guard count >= 3 else { return nil }
        let total = sorted.reduce(Int128(0)) { $0 + $1.size * Int128($1.count) }
        self.count = Int128(count)
        self.total = total
        spread = Self.spread(of: sorted, count: Int128(count), total: total)
        roughSpread = sorted.reduce(0) { sum, entry in
            let distance = Self.rough(Int128(count) * entry.size - total)
            return sum + distance * distance * (Double(entry.count) / Double(count))
        }
        let ranks = Ranks(sorted, count: count)
        quartiles = (ranks.quartile(1), ranks.quartile(2), ranks.quartile(3))
    }

    /// How a row of the window stands out; `nil` when it does not.
    public func score(of row: AnalysedRow) -> AnomalyScore? {
        guard row.isExpense else { return nil }
        let size = Int128(row.amountMinor.magnitude)
        guard let method = method(for: size) else { return nil }
        let delta = max(0, Rounding.quotient(4 * size - quartiles.middle, 4))
        return AnomalyScore(
            method: method,
            deltaMinor: Int64(clamping: delta),
            impactBasisPoints: Rounding.basisPoints(size, of: total)
        )
    }

    private func method(for size: Int128) -> AnomalyScore.Method? {
        if isFarFromMean(size) { return .zScore }
        let (lower, _, upper) = quartiles
        // size > Q3 + 1.5 (Q3 - Q1), times eight.
        return 8 * size > 2 * upper + 3 * (upper - lower) ? .interquartileRange : nil
    }

    /// |z| ≥ 2.5, which is (count × size − total)² ≥ 6.25 × ``spread``.
    private func isFarFromMean(_ size: Int128) -> Bool {
        let distance = count * size - total
        let square = distance.multipliedReportingOverflow(by: 4 * distance)
        if let spread, !square.overflow {
            let bound = spread.multipliedReportingOverflow(by: 25)
            if !bound.overflow { return spread > 0 && square.partialValue >= bound.partialValue }
        }
        let rough = Self.rough(distance)
        return roughSpread > 0 && 4 * rough * rough >= 25 * roughSpread
    }

    /// The nearest binary fraction; turning 128 bits into one takes long.
    private static func rough(_ number: Int128) -> Double {
        Int64(exactly: number).map(Double.init) ?? Double(number)
    }

    /// The count times the sum of the squares, less the square of the sum; `nil` where that is too
    /// large.
    private static func spread(
        of sorted: [(size: Int128, count: Int)],
        count: Int128,
        total: Int128
    ) -> Int128? {
        var squares: Int128 = 0
        for entry in sorted {
            let square = entry.size.multipliedReportingOverflow(by: entry.size)
            guard !square.overflow else { return nil }
            let all = square.partialValue.multipliedReportingOverflow(by: Int128(entry.count))
            let sum = squares.addingReportingOverflow(all.partialValue)
            guard !all.overflow, !sum.overflow else { return nil }
            squares = sum.partialValue
        }
        let mean = total.multipliedReportingOverflow(by: total)
        let whole = squares.multipliedReportingOverflow(by: count)
        guard !mean.overflow, !whole.overflow else { return nil }
        return whole.partialValue - mean.partialValue
    }
}

/// The sizes by rank, where equal sizes are held once.
private struct Ranks {
    let sizes: [Int128]
    /// How many expenses are of this size or smaller.
    let ends: [Int]

    init(_ sorted: [(size: Int128, count: Int)], count: Int) {
        sizes = sorted.map(\.size)
        var end = 0
        ends = sorted.map { entry in
            end += entry.count
            return end
        }
        precondition(end == count, "every expense has a rank")
    }

    /// Four times a quartile, which lies at (count − 1) × number ÷ 4 between two ranks.
    func quartile(_ number: Int) -> Int128 {
        let count = ends.last ?? 0
        let (rank, quarters) = ((count - 1) * number).quotientAndRemainder(dividingBy: 4)
        let size = size(at: rank)
        guard quarters > 0 else { return 4 * size }
        return 4 * size + Int128(quarters) * (self.size(at: rank + 1) - size)
    }

    private func size(at rank: Int) -> Int128 {
        var low = 0
        var high = ends.count - 1
        while low < high {
            let middle = low + (high - low) / 2
            if ends[middle] > rank { high = middle } else { low = middle + 1 }
        }
        return sizes[low]
    }
}
