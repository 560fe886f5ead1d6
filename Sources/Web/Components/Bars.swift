/// Sums beside each other: each with its name, a bar and the figure at its end.
public struct Bars: PageView {
    /// The template's name.
    public static let template = "bars"

    struct Row: Sendable {
        let name: String
        let amount: String
        /// The width, in per cent of the widest.
        let width: Int
    }

    let rows: [Row]

    /// Makes bars of sums, the widest of which fills the line; those below zero have no bar.
    public init(_ sums: [(name: String, hundredths: Int64)], _ format: PageFormat) {
        let most = max(1, sums.map(\.hundredths).max() ?? 1)
        rows = sums.map { name, hundredths in
            Row(
                name: name,
                amount: format.money(hundredths: hundredths),
                width: Int(max(0, hundredths) * 100 / most)
            )
        }
    }
}
