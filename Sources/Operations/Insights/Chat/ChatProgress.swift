import Insights

/// What is told of an answer while it is made.
public enum ChatProgress: Sendable, Equatable {
    /// The next piece of its text. It may be withdrawn.
    case piece(String)
    /// All pieces so far are withdrawn: the answer begins anew.
    case withdrawn
}

extension ChatProgress {
    /// A text as pieces of a sentence each, which together are the text.
    static func pieces(of text: String) -> [ChatProgress] {
        var pieces: [ChatProgress] = []
        var piece = ""
        var isEnding = false
        for character in text {
            if isEnding, !character.isWhitespace {
                pieces.append(.piece(piece))
                piece = ""
                isEnding = false
            }
            let isSpace = character.isWhitespace
            isEnding = isEnding || character.isNewline || isSpace && piece.last.isSentenceEnd
            piece.append(character)
        }
        return piece.isEmpty ? pieces : pieces + [.piece(piece)]
    }
}

extension Character? {
    /// Whether a sentence may end with it.
    fileprivate var isSentenceEnd: Bool { self == "." || self == "!" || self == "?" }
}
