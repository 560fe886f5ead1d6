/// The order in which a file writes day, month and year.
public enum DayOrder: String, Sendable, Hashable, CaseIterable, Codable {
    /// `2025-01-31`.
    case yearFirst = "YYYY-MM-DD"
    /// `31/01/2025`.
    case dayFirst = "DD/MM/YYYY"
    /// `01/31/2025`.
    case monthFirst = "MM/DD/YYYY"

    /// Reads a date's format, such as `DD.MM.YYYY`, `d/m/yy`, `%m/%d/%Y` or `MMM d, y`.
    ///
    /// Only the order counts: separators, the length of numbers, names of months in English and a
    /// time behind the day are read in any order.
    ///
    /// - Returns: `nil` for a format without all three, or in another order.
    public init?(format: String) {
        guard format.utf8.count <= 64 else { return nil }
        // What is behind a `T`, `H` or `h` is a time; its `m` is no month.
        let day = format.prefix { !"THh".contains($0) }.lowercased()
        var letters: [Character] = []
        for character in day {
            let letter = character == "b" ? "m" : character
            if "dmy".contains(letter), !letters.contains(letter) { letters.append(letter) }
        }
        switch String(letters) {
        case "ymd": self = .yearFirst
        case "dmy": self = .dayFirst
        case "mdy": self = .monthFirst
        default: return nil
        }
    }
}
