import Insights
import Kernel
import Synchronization

/// The text of a reply while it comes: what was found good is told on, sentence by sentence.
///
/// A number that was not found is never told on, nor anything after it.
final class CheckedText: Sendable {
    private struct State {
        /// What came so far.
        var text = ""
        /// How much of it was told on, in UTF-8 units.
        var told = 0
        var isStopped = false
    }

    private let found: FoundFigures
    private let currency: Currency
    private let onText: @Sendable (String) -> Void
    private let state = Mutex(State())

    init(
        _ found: FoundFigures,
        _ currency: Currency,
        _ onText: @escaping @Sendable (String) -> Void
    ) {
        self.found = found
        self.currency = currency
        self.onText = onText
    }

    /// Takes a piece as it comes.
    func add(_ piece: String) {
        let ready = state.withLock { state -> String? in
            state.text += piece
            guard !state.isStopped else { return nil }
            let rest = state.text.utf8.dropFirst(state.told)
            guard let end = Self.endOfSentence(in: Substring(rest)) else { return nil }
            let sentence = String(state.text.utf8[rest.startIndex..<end]) ?? ""
            guard let plain = Self.plain(sentence),
                found.cover(plain, currency)
                    || found.cover(Self.cleaned(String(state.text[..<end])), currency)
            else {
                state.isStopped = true
                return nil
            }
            state.told += sentence.utf8.count
            return plain
        }
        if let ready, !ready.isEmpty { onText(ready) }
    }

    /// Checks the whole text, tells the rest of it, and makes the answer of it.
    func finish(_ text: String, _ results: [ToolResult]) throws(ModelAnswerFault) -> Answer {
        guard let plain = Self.plain(text).map(WordingShape.trimmed), !plain.isEmpty else {
            throw .notPlain
        }
        guard found.cover(plain, currency) else { throw .inventedNumber }
        let rest = state.withLock { state -> String? in
            guard !state.isStopped, state.told <= text.utf8.count else { return nil }
            return String(text.utf8.dropFirst(state.told))
        }
        if let rest = rest.flatMap(Self.plain), !rest.isEmpty { onText(rest) }
        return Answer(plain, results, currency)
    }

    /// The text without marks of emphasis and without numbers of accounts and telephones; `nil`
    /// when it is no plain text.
    private static func plain(_ text: String) -> String? {
        guard !text.hasMoreScalars(than: Limits.modelAnswerCharacters), text.isStreamSafe else {
            return nil
        }
        let parts = unmarked(text)
        let lines = parts.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
        guard !WordingShape.hasLink(text), lines.allSatisfy({ WordingShape.isPlain(String($0)) })
        else { return nil }
        return masked(parts)
    }

    private static func cleaned(_ text: String) -> String { masked(unmarked(text)) }

    /// What stands between masks, without marks of emphasis.
    private static func unmarked(_ text: String) -> [String] {
        text.split(separator: MaskedText.mask, omittingEmptySubsequences: false).map { part in
            var part = String(part)
            for (mark, instead) in [("\r\n", "\n"), ("**", ""), ("`", ""), ("\t", " ")] {
                part.replace(mark, with: instead)
            }
            return part
        }
    }

    private static func masked(_ parts: [String]) -> String {
        MaskedText.masked(parts.joined(separator: MaskedText.mask))
    }

    /// Where the last whole sentence or line ends.
    ///
    /// What is too short is no sentence but the number of a line.
    private static func endOfSentence(in text: Substring) -> String.Index? {
        var end: String.Index?
        var previous: Character = " "
        var spaces = 0
        for index in text.indices {
            let character = text[index]
            if character.isNewline {
                end = text.index(after: index)
                spaces = 0
            } else if character == " " {
                if ".!?".contains(previous), spaces >= 2 {
                    end = text.index(after: index)
                    spaces = 0
                } else {
                    spaces += 1
                }
            }
            previous = character
        }
        return end
    }
}
