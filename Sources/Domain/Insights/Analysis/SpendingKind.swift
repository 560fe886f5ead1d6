/// How an expense counts for what is safe to spend; what counts before the others is the greatest.
enum SpendingKind: Int, Comparable {
    /// Everything else.
    case variable
    /// What is put aside for later.
    case sinking
    /// What comes each month and cannot be put off.
    case fixed

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The kind that a category and a merchant tell together.
    init(category: String, merchant: String) {
        self = max(Self(wordsOf: category), Self(wordsOf: merchant))
    }

    /// The kind that the words of a category or a merchant tell; `variable` when none does.
    init(wordsOf text: String) {
        self = .variable
        var word = PackedWord()
        for byte in text.utf8 {
            guard byte < 0x80 else {
                self = Self.kind(ofAny: text)
                return
            }
            if word.append(byte) { continue }
            self = max(self, Self.byWord[word.bytes] ?? .variable)
            word = PackedWord()
        }
        self = max(self, Self.byWord[word.bytes] ?? .variable)
    }

    /// The same for letters of any alphabet, which part words in other ways.
    private static func kind(ofAny text: String) -> SpendingKind {
        let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
        return words.lazy.map { byWord[PackedWord(String($0)).bytes] ?? .variable }.max()
            ?? .variable
    }

    // Source of the words: the contract of Insights, section 4.
    private static let fixedWords = [
        "housing", "rent", "mortgage", "utilities", "internet", "phone", "insurance", "loan",
        "debt", "subscription", "subscriptions",
    ]
    private static let sinkingWords = [
        "savings", "sinking", "emergency", "vacation", "education", "investment", "investments",
    ]
    private static let byWord: [UInt128: SpendingKind] = {
        var kinds: [UInt128: SpendingKind] = [:]
        for word in fixedWords { kinds[PackedWord(word).bytes] = .fixed }
        for word in sinkingWords { kinds[PackedWord(word).bytes] = .sinking }
        return kinds
    }()
}

/// A word of letters and digits in lower case, as one number; those of more than 15 bytes, of which
/// none is looked for, are all the same.
private struct PackedWord {
    private static let longest = 15

    private(set) var bytes: UInt128 = 0
    private var count = 0

    init() {}

    init(_ word: String) {
        for byte in word.utf8 { add(byte) }
    }

    /// Adds a byte of ASCII; `false` for one that is part of no word.
    mutating func append(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            add(byte)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"):
            add(byte | 0x20)
        default:
            return false
        }
        return true
    }

    private mutating func add(_ byte: UInt8) {
        count += 1
        bytes = count > Self.longest ? .max : bytes << 8 | UInt128(byte)
    }
}
