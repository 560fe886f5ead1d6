/// Sums beside each other: each with its name, a bar and the figure at its end.
public struct Bars: PageView {
    /// The template's name.
    public static let template = "bars"

    struct Row: Sendable {
        let name: String
        let amount: String
        /// The width, in per cent of the widest.
        let width: Int
        /// Where it is shown in full; `nil` where this is all.
        let barWay: String?
    }

    let rows: [Row]

    /// Makes bars of sums, the widest of which fills the line; those below zero have no bar.
    ///
    /// `way`: The path where what a name stands for is shown in full; `nil` where there is none.
    public init(
        _ sums: [(name: String, hundredths: Int64)],
        to way: (String) -> String? = { _ in nil },
        _ format: PageFormat
    ) {
        self.init(sums.map { ($0.name, $0.hundredths) }, way) { format.money(hundredths: $0) }
    }

    /// Makes bars of sums in the currency's minor units.
    public init(minor sums: [(name: String, minor: Int64)], _ format: PageFormat) {
        self.init(sums.map { ($0.name, $0.minor) }, { _ in nil }) { format.money(minor: $0) }
    }

    private init(
        _ sums: [(String, Int64)],
        _ way: (String) -> String?,
        _ text: (Int64) -> String
    ) {
        let most = max(1, sums.map(\.1).max() ?? 1)
        rows = sums.map { name, sum in
            Row(
                name: name,
                amount: text(sum),
                width: Int(Int128(max(0, sum)) * 100 / Int128(most)),
                barWay: way(name)
            )
        }
    }
}
