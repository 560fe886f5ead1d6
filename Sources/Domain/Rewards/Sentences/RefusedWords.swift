/// Words that no name of a card and no message may have.
///
/// Neither contract nor seed brings a list, so this one is short: words of English that are nothing
/// but profane, compared whole, so that `Scunthorpe` and `Cockburn` are names like any other.
public enum RefusedWords {
    /// Whether a text has one of them, in any case.
    public static func areIn(_ text: String) -> Bool {
        SentenceWords(text).contains(anyOf: words)
    }

    private static let words: Set<String> = [
        "fuck", "fucks", "fucked", "fucker", "fuckers", "fucking", "motherfucker",
        "motherfuckers", "motherfucking", "shit", "shits", "shitty", "bullshit", "asshole",
        "assholes", "bitch", "bitches", "cunt", "cunts", "bastard", "bastards", "whore", "whores",
        "slut", "sluts", "dickhead", "dickheads", "wanker", "wankers", "twat", "twats",
    ]
}
