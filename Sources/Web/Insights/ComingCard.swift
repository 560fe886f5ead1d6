public import Contract
import Kernel

/// What a child is paid next.
public struct NextAllowance: Sendable, Equatable {
    let name: String
    let hundredths: Int64
    let day: Timestamp

    /// Makes it; `nil` where nobody knows when, or nothing is paid.
    ///
    /// `name`: The child's.
    public init?(_ amount: DecimalAmount, to name: String, at next: WireTimestamp?) {
        guard let next, amount.minor > 0 else { return nil }
        self.name = name
        hundredths = amount.minor
        day = next.instant
    }
}

/// The allowances that a household pays next, by day.
struct ComingCard: Sendable {
    let rows: [Entry]

    /// Makes the card; `nil` where nothing comes.
    init?(
        _ allowances: [NextAllowance],
        zone: Zone,
        _ format: PageFormat
    ) {
        guard !allowances.isEmpty else { return nil }
        let days = Dictionary(grouping: allowances) { zone.day(of: $0.day) }
        rows = days.sorted { $0.key < $1.key }.map { day, paid in
            let sum = paid.reduce(0) { $0 + $1.hundredths }
            return Entry(
                "Allowance for \(paid.map(\.name).joinedAsWords)",
                .moved(hundredths: -sum, format),
                format.longDay(day),
                to: Frame.Place.family.path
            )
        }
    }
}

extension [String] {
    /// The words as a sentence lists them: `a`, `a and b`, `a, b and c`.
    fileprivate var joinedAsWords: String {
        guard count > 1, let last else { return first ?? "" }
        return "\(dropLast().joined(separator: ", ")) and \(last)"
    }
}
