import Guardian

/// Predictions beside what came of them.
struct Evaluation {
    private let predictions: [Double]
    private let outcomes: [Bool]

    /// Holds predictions, above 0 and below 1, against what came of each; both happen.
    init(predictions: [Double], outcomes: [Bool]) {
        precondition(predictions.count == outcomes.count, "each prediction has an outcome")
        precondition(outcomes.contains(true) && outcomes.contains(false), "both outcomes happen")
        self.predictions = predictions
        self.outcomes = outcomes
    }

    /// The five figures.
    var figures: ScoringFigures {
        let count = Double(predictions.count)
        var hits = 0
        var loss = 0.0
        var squares = 0.0
        for (prediction, outcome) in zip(predictions, outcomes) {
            if (prediction >= 0.5) == outcome { hits += 1 }
            loss -= PortableMath.log(outcome ? prediction : 1 - prediction)
            let distance = (outcome ? 1 : 0) - prediction
            squares += distance * distance
        }
        return ScoringFigures(
            accuracy: Double(hits) / count,
            rocAUC: rocAUC,
            logLoss: loss / count,
            brier: squares / count,
            calibrationError: calibrationError
        )
    }

    /// Groups of equal size by rising prediction; where the rows do not divide, the first are one
    /// larger.
    var deciles: [CalibrationBin] {
        let order = rising
        let (size, rest) = order.count.quotientAndRemainder(dividingBy: 10)
        var start = 0
        return (0..<10).compactMap { decile in
            let end = start + size + (decile < rest ? 1 : 0)
            defer { start = end }
            return bin(of: Array(order[start..<end]))
        }
    }

    /// Groups by tenths of the prediction, without the empty ones.
    var reliability: [CalibrationBin] {
        var groups: [[Int]] = Array(repeating: [], count: 10)
        for index in predictions.indices {
            groups[min(Int(predictions[index] * 10), 9)].append(index)
        }
        return groups.compactMap(bin)
    }

    private var calibrationError: Double {
        reliability.reduce(0) { sum, bin in
            sum + Double(bin.count) * abs(bin.predicted - bin.observed)
        } / Double(predictions.count)
    }

    /// The area under the receiver operating characteristic: Mann and Whitney's statistic, with the
    /// mean rank for equal predictions.
    private var rocAUC: Double {
        let order = rising
        var rankSum = 0.0
        var start = 0
        while start < order.count {
            var end = start
            var positives = 0
            while end < order.count, predictions[order[end]] == predictions[order[start]] {
                if outcomes[order[end]] { positives += 1 }
                end += 1
            }
            rankSum += Double(positives) * Double(start + 1 + end) / 2
            start = end
        }
        let positives = Double(outcomes.count { $0 })
        let negatives = Double(outcomes.count) - positives
        return (rankSum - positives * (positives + 1) / 2) / (positives * negatives)
    }

    /// The rows by rising prediction; equal ones in their own order.
    private var rising: [Int] {
        predictions.indices.sorted { (predictions[$0], $0) < (predictions[$1], $1) }
    }

    private func bin(of rows: [Int]) -> CalibrationBin? {
        guard !rows.isEmpty else { return nil }
        let count = Double(rows.count)
        return CalibrationBin(
            count: rows.count,
            predicted: rows.reduce(0) { $0 + predictions[$1] } / count,
            observed: Double(rows.count { outcomes[$0] }) / count
        )
    }
}
