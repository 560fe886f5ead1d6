import Kernel

/// Tells whether another wording of a text may stand for it.
///
/// It may when it is plain text of a bearable length, has every amount of money of the text, and no
/// figure that the text does not have. A figure in another role, an amount spelt out in another
/// language and words that turn the meaning round are not found: so the verdict itself is never
/// worded by somebody else.
public struct PhrasingCheck: Sendable {
    /// Why a wording is refused.
    public enum Fault: Error, Sendable, Equatable {
        /// It says nothing.
        case empty
        /// It has more than ``PhrasingCheck/charactersMost`` Unicode scalars.
        case tooLong
        /// It has line breaks, control characters, others that do not show, or markup.
        case notPlain
        /// It leads somewhere.
        case link
        /// It has a figure that the text does not have.
        case inventedFigure(String)
        /// It leaves out an amount of money that the text has.
        case missingFigure(String)
    }

    /// The longest wording, in Unicode scalars.
    public static let charactersMost = 600

    private let figures: Set<SaidNumber>
    private let amounts: [SaidNumber]

    /// Makes a check for one text.
    ///
    /// - Parameter text: The text in our own words; its figures are the facts.
    public init(_ text: String) {
        let all = SaidNumber.all(in: text)
        figures = Set(all)
        amounts = all.filter(\.isMoney)
    }

    /// The wording without the white space around it; `nil` when it may not stand for the text.
    public func accepted(_ wording: String) -> String? {
        try? check(wording).get()
    }

    /// The wording without the white space around it, or the first thing that is wrong with it.
    public func check(_ wording: String) -> Result<String, Fault> {
        let words = WordingShape.trimmed(wording)
        guard !words.isEmpty else { return .failure(.empty) }
        guard words.unicodeScalars.count <= Self.charactersMost else { return .failure(.tooLong) }
        guard !WordingShape.hasLink(words) else { return .failure(.link) }
        guard WordingShape.isPlain(words) else { return .failure(.notPlain) }
        let found = SaidNumber.all(in: words)
        if let invented = found.first(where: { !figures.contains($0) }) {
            return .failure(.inventedFigure(invented.text))
        }
        if let missing = amounts.first(where: { !found.contains($0) }) {
            return .failure(.missingFigure(missing.text))
        }
        return .success(words)
    }
}
