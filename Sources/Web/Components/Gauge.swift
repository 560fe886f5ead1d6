/// A part of a hundred on a half circle, with its figure and a mark from which it is too much.
///
/// How high it stands is said by a word and a shape; the colour adds nothing to them.
public struct Gauge: PageView {
    /// The template's name.
    public static let template = "gauge"

    /// How high a figure stands.
    public enum Level: Sendable, CaseIterable {
        /// Far below the mark.
        case low
        /// Below the mark, and nearer to it than to nothing.
        case medium
        /// At the mark or above.
        case high
    }

    let figure: String
    /// The gauge for who does not see it.
    let label: String
    let style: String
    let icon: String
    let word: String
    /// How much of the arc is filled, in hundredths of it.
    let filled: Int
    /// Where on the arc the mark begins, in hundredths of it.
    let markStart: Int
    /// How wide the mark is, in hundredths of the arc.
    let markWidth = 2
    /// What the mark means.
    let limit: String

    /// Makes a gauge.
    ///
    /// - Parameters:
    ///   - name: What it measures, as a sentence begins.
    ///   - percent: How much there is; what is outside of 0...100 is drawn as the nearest of both.
    ///   - mark: From how much on it is too much, in per cent.
    ///   - consequence: What happens from the mark on, as a sentence ends.
    ///   - level: How high it stands.
    ///   - format: How figures are written.
    public init(
        _ name: String,
        percent: Int64,
        mark: Int64,
        _ consequence: String,
        level: Level,
        _ format: PageFormat
    ) {
        figure = "\(format.number(percent)) %"
        (style, icon, word) =
            switch level {
            case .low: ("good", "\(WebApp.icons.path)#check", "low")
            case .medium: ("warn", "\(WebApp.icons.path)#alert", "medium")
            case .high: ("bad", "\(WebApp.icons.path)#cross", "high")
            }
        limit = "From \(format.number(mark)) % on, the mark, \(consequence)."
        label = "\(name): \(figure), which is \(word). \(limit)"
        filled = Int(min(100, max(0, percent)))
        markStart = Int(min(100 - Int64(markWidth), max(0, mark - Int64(markWidth / 2))))
    }
}
