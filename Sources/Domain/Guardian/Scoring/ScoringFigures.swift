/// How good predictions are, in five figures.
public struct ScoringFigures: Sendable, Equatable, Codable {
    /// The share of rows on whose side of 0.5 the prediction lies.
    public let accuracy: Double
    /// The chance that an avoidable row has a higher prediction than another one; 0.5 is guessing.
    public let rocAUC: Double
    /// The mean negative log-likelihood, in nats; lower is better.
    public let logLoss: Double
    /// The mean squared distance between prediction and outcome; lower is better.
    public let brier: Double
    /// The expected calibration error over ten tenths of the prediction; lower is better.
    public let calibrationError: Double

    package init(
        accuracy: Double,
        rocAUC: Double,
        logLoss: Double,
        brier: Double,
        calibrationError: Double
    ) {
        self.accuracy = accuracy
        self.rocAUC = rocAUC
        self.logLoss = logLoss
        self.brier = brier
        self.calibrationError = calibrationError
    }

    private enum CodingKeys: String, CodingKey {
        case accuracy
        case rocAUC = "roc_auc"
        case logLoss = "log_loss"
        case brier
        case calibrationError = "expected_calibration_error"
    }
}

/// Predictions of about the same size, beside what came of them.
public struct CalibrationBin: Sendable, Equatable, Codable {
    /// How many rows.
    public let count: Int
    /// Their mean prediction.
    public let predicted: Double
    /// The share of them that is avoidable.
    public let observed: Double

    package init(
        count: Int,
        predicted: Double,
        observed: Double
    ) {
        self.count = count
        self.predicted = predicted
        self.observed = observed
    }
}
