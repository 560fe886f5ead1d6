import Kernel

/// Words in a merchant's name or a category that stand for gambling with money.
public enum RiskWords {
    private static let singles: Set<String> = [
        "lootbox", "gacha", "crate", "crates", "casino", "slots", "bet", "sportsbook", "wager",
    ]
    private static let pair = ("loot", "box")

    /// The first such word in a text, in lower case; `nil` when there is none.
    ///
    /// Whole words only, in any case: `Pixel CASINO` has one, `Betty's` has none. What is neither
    /// letter nor digit parts words, so `loot-box` is `loot box`.
    public static func first(in text: String) -> String? {
        let words = words(of: text)
        for (index, word) in words.enumerated() {
            if singles.contains(word) { return word }
            if word == pair.0, words.dropFirst(index + 1).first == pair.1 {
                return "\(pair.0) \(pair.1)"
            }
        }
        return nil
    }

    private static func words(of text: String) -> [String] {
        text.unicodeScalars
            .split { !$0.isPartOfWord }
            .map { String($0).lowercased() }
    }
}
