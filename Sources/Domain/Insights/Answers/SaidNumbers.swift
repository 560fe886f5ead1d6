public import Kernel

/// The numbers that a text says, and whether each of them is among what was found.
///
/// Dates, years, quarters and the numbering of a list are no numbers here, nor are those within the
/// names that are given. A word such as `three` is one. What cannot be read for sure counts as a
/// number that was not found: the text is refused then, and not believed.
public struct SaidNumbers: Sendable {
    private let said: [(number: SaidNumber, next: String)]

    /// Reads a text.
    ///
    /// - Parameters:
    ///   - text: Plain text of a bearable length.
    ///   - names: Names that the text may say, such as `7-Eleven`. One that could pass for an
    ///     amount, such as `Refund 99.00`, is not left out.
    public init(_ text: String, names: some Sequence<String> = []) {
        let rest = SaidDates.removed(from: Self.removed(names, from: Self.withoutNumbering(text)))
        said = SaidNumber.allBeforeWords(in: rest).map { number, next in
            let text = Self.numbersByWord[number.text] ?? number.text
            return (SaidNumber(text: text, unit: number.unit), next)
        }
    }

    /// The first number that is not the value of a figure or the amount of a source; `nil` when
    /// there is none.
    ///
    /// - Parameter currency: The currency of the sources.
    public func unfounded(
        figures: some Sequence<AnswerFigure>,
        sources: some Sequence<AnswerSource>,
        currency: Currency
    ) -> String? {
        var values = FoundNumbers()
        for figure in figures { values.insert(figure) }
        for source in sources { values.insert(source, currency) }
        return said.first { !values.contain($0.number, before: $0.next) }?.number.text
    }

    /// Whether the value of a figure is said.
    public func say(_ figure: AnswerFigure) -> Bool {
        var values = FoundNumbers()
        values.insert(figure)
        return said.contains { values.contain($0.number, before: $0.next) }
    }

    /// Whether the amount of a source is said.
    public func say(_ source: AnswerSource, in currency: Currency) -> Bool {
        var values = FoundNumbers()
        values.insert(source, currency)
        return said.contains { values.contain($0.number, before: $0.next) }
    }

    private static let numbersByWord: [String: String] = [
        "zero": "0", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
        "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12",
    ]

    // MARK: What is no number

    /// The text without `1. `, `2) ` and so on before its lines, where they count from 1.
    private static func withoutNumbering(_ text: String) -> String {
        var last = 0
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let words = line.drop { $0 == " " }
            let digits = words.prefix { ("0"..."9").contains($0) }
            let rest = words.dropFirst(digits.count)
            guard (1...2).contains(digits.count), let number = Int(digits),
                number == last + 1 || number == 1, rest.hasPrefix(". ") || rest.hasPrefix(") ")
            else { return line }
            last = number
            return rest.dropFirst(2)
        }
        return lines.joined(separator: "\n")
    }

    /// The text with a word in place of each name that has digits, where it stands by itself.
    private static func removed(_ names: some Sequence<String>, from text: String) -> String {
        var text = text
        let numbered = Set(names).filter(isNameWithNumber)
        for name in numbered.sorted(by: { ($1.utf8.count, $0) < ($0.utf8.count, $1) }) {
            for range in text.ranges(of: name).reversed() {
                let before = text[..<range.lowerBound].unicodeScalars.last
                let after = text[range.upperBound...].unicodeScalars.first
                guard !touches(before), !touches(after) else { continue }
                text.replaceSubrange(range, with: "name")
            }
        }
        return text
    }

    private static func touches(_ scalar: Unicode.Scalar?) -> Bool {
        guard let scalar else { return false }
        return scalar.isPartOfWord || ["$", "€", "£", "%"].contains(scalar)
    }

    /// Whether a text has letters, and numbers that nobody takes for an amount.
    private static func isNameWithNumber(_ name: String) -> Bool {
        let numbers = SaidNumber.all(in: name)
        return !numbers.isEmpty && name.unicodeScalars.contains { $0.properties.isAlphabetic }
            && numbers.allSatisfy { number in
                number.unit == .plain && number.text.utf8.count <= 4 && !number.text.contains(".")
            }
    }
}
