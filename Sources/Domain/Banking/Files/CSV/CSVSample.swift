/// The first rows of a CSV file, by which its columns are told.
struct CSVSample {
    /// What all cells of a column may be.
    enum Content {
        case day
        case amount
    }

    private let rows: [[String]]
    private let width: Int

    init(rows: [[String]]) {
        self.rows = rows
        width = rows.map(\.count).max() ?? 0
    }

    /// The one column whose cells are all of that content, and not all empty.
    func only(_ content: Content, without taken: Set<Int> = []) -> Int? {
        let fitting = (0..<width).filter { !taken.contains($0) && fits($0, content) }
        return fitting.count == 1 ? fitting.first : nil
    }

    /// The column with the most text.
    func longestText(without taken: Set<Int>) -> Int? {
        let lengths = (0..<width).filter { !taken.contains($0) }.compactMap { place in
            let texts = cells(place).filter { text in
                text.contains(where: \.isLetter) && !Self.isDay(text)
            }
            return texts.isEmpty ? nil : (place, texts.reduce(0) { $0 + $1.utf8.count })
        }
        return lengths.max { ($0.1, -$0.0) < ($1.1, -$1.0) }?.0
    }

    /// Whether no two cells of a column that are not empty are equal.
    func isUnique(_ place: Int) -> Bool {
        let cells = cells(place)
        return !cells.isEmpty && Set(cells).count == cells.count
    }

    /// Whether no amount of a column has a sign, brackets, or a word.
    func hasNoSigns(_ place: Int) -> Bool {
        cells(place).allSatisfy { text in
            !text.contains { "-−(+".contains($0) } && !text.lowercased().hasSuffix("dr")
        }
    }

    /// The column whose cells all say debit or credit, and not all the same.
    func directions(without taken: Set<Int>) -> Int? {
        (0..<width).first { place in
            let words = Set(cells(place).map { $0.lowercased() })
            return !taken.contains(place) && words.count > 1
                && words.isSubset(of: CSVColumnNames.directions)
        }
    }

    private func fits(_ place: Int, _ content: Content) -> Bool {
        let cells = cells(place)
        guard !cells.isEmpty, cells.count * 2 >= rows.count else { return false }
        switch content {
        case .day: return cells.allSatisfy(Self.isDay)
        case .amount:
            return cells.allSatisfy(Self.isAmount)
                && cells.contains { text in text.contains { ".,-".contains($0) } }
        }
    }

    /// The cells of a column that are not empty.
    private func cells(_ place: Int) -> [String] {
        rows.compactMap { $0.count > place && !$0[place].isEmpty ? $0[place] : nil }
    }

    private static func isDay(_ text: String) -> Bool { DayParts(Array(text.utf8)[...]) != nil }

    private static func isAmount(_ text: String) -> Bool {
        let bytes = Array(text.utf8)[...]
        return !isDay(text)
            && DecimalMark.allCases.contains { mark in
                (try? AmountText.minorUnits(bytes, decimal: mark, exponent: 2)) != nil
            }
    }
}
