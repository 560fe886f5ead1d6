import Insights
import Kernel
import Testing

@Suite("What stands out")
struct AnomalyTests {
    /// `size method delta impact` of each expense that stands out, in the order of their numbers.
    private static func found(_ sizes: [Int64]) -> [String] {
        AnomalyInsight.all(in: AnalysisSample.expenses(sizes))
            .sorted { $0.row.id < $1.row.id }
            .map { anomaly in
                let score = anomaly.score
                let size = anomaly.row.amountMinor.magnitude
                return "\(size) \(score.method.rawValue) \(score.deltaMinor) "
                    + "\(score.impactBasisPoints)"
            }
    }

    @Test("case 10: of three lists of magnitudes")
    func magnitudes() {
        let first: [Int64] = [10, 12, 11, 13, 9, 10, 11, 12, 10, 200]
        #expect(Self.found(first.map { $0 * 100 }) == ["20000 Z_SCORE 18900 6711"])
        #expect(Self.found([2_000, 2_200, 2_400, 2_600, 6_000]) == ["6000 IQR 3600 3947"])
        #expect(Self.found([1_000, 2_000, 3_000]) == [])
    }

    @Test("cases 8 and 9: in May and June of the demo household, newest first")
    func demo() throws {
        let texts = { (month: String) in
            try AnalysisSample.summary(month).anomalies.map { anomaly in
                "\(anomaly.row.merchant) \(anomaly.score.method.rawValue) "
                    + "\(anomaly.score.deltaMinor) \(anomaly.score.impactBasisPoints)"
            }
        }
        #expect(
            try texts("2025-05") == [
                "Delta IQR 37080 984", "Oakwood Apartments Z_SCORE 179580 4285",
            ]
        )
        // The median lies between 76.80 and 89.99: 83.395.
        #expect(
            try texts("2025-06") == [
                "Emergency Hospital Bill IQR 311661 3003",
                "Designer Furniture Z_SCORE 491561 4691",
                "Oakwood Apartments IQR 176661 1736",
            ]
        )
    }

    @Test("is told by z from exactly 2.5 on", arguments: [1, 7, 333, 100_000_000_000])
    func deviations(unit: Int64) {
        // Of j high ones among n, z is √((n − j) ÷ j): 2.5 for 4 of 29.
        let low = { (count: Int) in Array(repeating: unit, count: count) }
        let high = Array(repeating: 2 * unit, count: 4)
        let methods = { (sizes: [Int64]) in
            Self.found(sizes).map { $0.split(separator: " ")[1] }
        }
        #expect(methods(low(25) + high) == Array(repeating: "Z_SCORE", count: 4))
        #expect(methods(low(24) + high) == Array(repeating: "IQR", count: 4))
        // Below the mean as above it, and then nothing above the median.
        let small = Self.found(Array(repeating: 2 * unit, count: 25) + low(4))
        #expect(small.count == 4)
        #expect(small.allSatisfy { $0.contains(" Z_SCORE 0 ") })
    }

    @Test("is told by the quartiles only above the fence")
    func fence() {
        // Q1 20, Q3 40: the fence is 70.
        #expect(Self.found([10, 20, 30, 40, 70]) == [])
        #expect(Self.found([71, 10, 40, 20, 30]) == ["71 IQR 41 4152"])
        // Q1 17.5, Q3 30 + (m − 30) ÷ 4: the fence of 80 is 80.
        #expect(Self.found([10, 20, 30, 80]) == [])
        #expect(Self.found([10, 20, 30, 81]) == ["81 IQR 56 5745"])
    }

    @Test("has its distance from a median between two amounts rounded away from zero")
    func median() {
        #expect(Self.found([10, 10, 10, 11, 11, 100]) == ["100 IQR 90 6579"])
    }

    @Test("needs three expenses, and a deviation for z")
    func few() {
        #expect(Self.found([]) == [])
        #expect(Self.found([1, 1_000_000]) == [])
        #expect(Self.found(Array(repeating: 500, count: 40)) == [])
        #expect(ExpenseSpread().rule == nil)
    }

    @Test("is an expense, and is held against expenses")
    func kinds() {
        let plain = AnalysisSample.expenses([10, 20, 30, 40, 70])
        let others = [
            AnalysisSample.row(1_000_000, "Income"), AnalysisSample.row(-900_000, "Transfer"),
            AnalysisSample.row(0),
        ]
        #expect(AnomalyInsight.all(in: plain + others) == [])
        let large = AnalysisSample.row(-71, number: 99)
        let found = AnomalyInsight.all(in: plain.dropLast() + others + [large])
        #expect(found.map(\.row) == [large])
    }

    @Test("is what plain arithmetic finds", arguments: 1...40)
    func model(seed: UInt64) {
        var chance = AnalysisChance(seed: seed)
        let sizes = (0..<Int.random(in: 3...60, using: &chance)).map { _ in
            // The fourth power has long tails.
            let base = Int64.random(in: 1...30, using: &chance)
            return base * base * base * base + Int64.random(in: 0...9, using: &chance)
        }
        #expect(Self.found(sizes) == Self.plainly(sizes))
        #expect(!Self.plainly([10, 10, 10, 10, 90]).isEmpty)
    }

    /// The same as the contract words it, in binary fractions.
    private static func plainly(_ sizes: [Int64]) -> [String] {
        let sorted = sizes.map(Double.init).sorted()
        let percentile = { (part: Double) in
            let place = part * Double(sorted.count - 1)
            let below = sorted[Int(place)]
            let above = sorted[min(Int(place) + 1, sorted.count - 1)]
            return below + (above - below) * (place - place.rounded(.down))
        }
        let total = sorted.reduce(0, +)
        let mean = total / Double(sorted.count)
        let squares = sorted.map { ($0 - mean) * ($0 - mean) }.reduce(0, +)
        let deviation = (squares / Double(sorted.count)).squareRoot()
        let (lower, upper) = (percentile(0.25), percentile(0.75))
        return sizes.compactMap { size in
            let value = Double(size)
            let isFar = deviation > 0 && abs(value - mean) / deviation >= 2.5
            guard isFar || value > upper + 1.5 * (upper - lower) else { return nil }
            let delta = max(0, value - percentile(0.5)).rounded(.toNearestOrAwayFromZero)
            let impact = (value / total * 10_000).rounded(.toNearestOrAwayFromZero)
            return "\(size) \(isFar ? "Z_SCORE" : "IQR") \(Int64(delta)) \(Int64(impact))"
        }
    }

    @Test("does not depend on the order of rows", arguments: 1...8)
    func order(seed: UInt64) {
        var chance = AnalysisChance(seed: seed)
        let rows = chance.rows(300)
        let found = AnomalyInsight.all(in: rows)
        #expect(AnomalyInsight.all(in: rows.shuffled(using: &chance)) == found)
        let instants = found.map(\.row.instant)
        #expect(instants == instants.sorted(by: >))
    }

    @Test("of one instant are in the order of their ids, the last first")
    func equals() {
        let rows = AnalysisSample.expenses([10, 10, 10, 10, 10, 10, 10, 90, 90])
        let found = AnomalyInsight.all(in: rows)
        #expect(found.map(\.row) == [rows[8], rows[7]])
        #expect(AnomalyInsight.all(in: rows.reversed()) == found)
    }

    @Test("is found among the largest numbers too")
    func overflow() {
        let rows = (1...20).map { AnalysisSample.row(-1, number: $0) }
        let huge = AnalysisSample.row(.min, number: 99)
        let found = AnomalyInsight.all(in: rows + [huge])
        #expect(found.map(\.row) == [huge])
        #expect(found.map(\.score.method) == [.zScore])
        #expect(found.map(\.score.deltaMinor) == [.max])
        #expect(found.map(\.score.impactBasisPoints) == [10_000])
        let all = (1...9).map { AnalysisSample.row(.min, number: $0) }
        #expect(AnomalyInsight.all(in: all) == [])
    }
}
