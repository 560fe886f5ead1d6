/// Why an expense stands out among those of its window, and how much.
public struct AnomalyScore: Sendable, Hashable {
    /// The test that found it.
    public enum Method: String, Sendable, CaseIterable {
        /// Far from the mean, measured in standard deviations.
        case zScore = "Z_SCORE"
        /// Far above the upper quartile, measured in distances between the quartiles.
        case interquartileRange = "IQR"
    }

    /// The test that found it.
    public let method: Method
    /// By how much it is above the median, in minor units; zero when it is below.
    public let deltaMinor: Int64
    /// Its share of all expenses of the window, in hundredths of a per cent.
    public let impactBasisPoints: Int64
}
