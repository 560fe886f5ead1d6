public import Kernel

/// What was spent in a month up to each day, beside the usual course of a month.
public struct CourseChart: PageView {
    /// The template's name.
    public static let template = "chart"

    let spent: String
    let usual: String?
    let label: String
    let spentPoints: String
    let usualPoints: String?
    let firstDay: String
    let middleDay: String
    let lastDay: String

    /// Makes a chart.
    ///
    /// - Parameters:
    ///   - spending: What was spent on each day so far, from the month's first, in the currency's
    ///     minor units.
    ///   - usual: What is usually spent up to the end of each day of a month, from its first, in
    ///     the same; empty where nobody knows.
    ///   - month: The month.
    ///   - format: How figures and days are written.
    public init(
        _ spending: [Int64],
        usual: [Int64],
        in month: CivilMonth,
        _ format: PageFormat
    ) {
        var sum: Int64 = 0
        let course = spending.map { day in
            sum += day
            return sum
        }
        let top = max(1, (course + usual).max() ?? 1)
        let points = { (values: [Int64]) in Self.points(values, of: month.dayCount, top) }
        spentPoints = points(course)
        usualPoints = usual.isEmpty ? nil : points(usual)
        spent = format.money(minor: sum)
        let usualNow = spending.isEmpty ? nil : usual.dropFirst(spending.count - 1).first
        self.usual = usualNow.map { format.money(minor: $0) }
        let today = format.longDay(month.firstDay.adding(days: max(0, spending.count - 1)))
        let comparison = self.usual.map { "; by this day usually \($0)" } ?? ""
        label = "Spent this month until \(today): \(spent)\(comparison)."
        firstDay = format.shortDay(month.firstDay)
        middleDay = format.shortDay(month.firstDay.adding(days: month.dayCount / 2))
        lastDay = format.shortDay(month.lastDay)
    }

    /// Points of a line in a square of 100, which begins at its foot.
    private static func points(_ values: [Int64], of days: Int, _ top: Int64) -> String {
        (["0,100"]
            + values.enumerated().map { day, value in
                "\(tenths(day + 1, of: days)),\(100 - Int(Int128(value) * 100 / Int128(top)))"
            }).joined(separator: " ")
    }

    /// A part of a hundred with one decimal.
    private static func tenths(_ part: Int, of whole: Int) -> String {
        let tenths = part * 1_000 / max(1, whole)
        return "\(tenths / 10).\(tenths % 10)"
    }
}
