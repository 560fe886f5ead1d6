import Catalogue
import Kernel

/// Two letters for each category of an answer.
struct CategoryCodes {
    /// The name behind each code, as it is first written.
    private(set) var names: [String: String] = [:]
    private var codes: [ExactText: String] = [:]

    /// Gives codes to the categories of an answer; those that are fixed come first, so that no
    /// other takes theirs.
    init(_ categories: [String]) {
        for name in categories {
            if let code = Self.fixed[Self.key(name)] { set(code, of: name) }
        }
        for name in categories where codes[Self.key(name)] == nil {
            set(free(Self.letters(of: name)), of: name)
        }
    }

    /// The code of a category of the answer.
    func code(of category: String) -> String { codes[Self.key(category)] ?? Self.blank }

    private mutating func set(_ code: String, of name: String) {
        guard codes[Self.key(name)] == nil else { return }
        codes[Self.key(name)] = code
        names[code] = name
    }

    /// The letters, or with 2, 3 and so on behind them when another category has them.
    private func free(_ letters: String) -> String {
        guard names[letters] != nil else { return letters }
        var number = 2
        while names["\(letters)\(number)"] != nil { number += 1 }
        return "\(letters)\(number)"
    }

    /// The first two letters in lower case; those of a blank name when there is none.
    private static func letters(of name: String) -> String {
        let letters = name.unicodeScalars.filter(\.properties.isAlphabetic).prefix(2)
        guard !letters.isEmpty else { return blank }
        return String(String.UnicodeScalarView(letters)).lowercased()
    }

    private static func key(_ name: String) -> ExactText {
        ExactText(MerchantName.normalised(name))
    }

    private static let blank = "ot"

    private static let fixed: [ExactText: String] = Dictionary(
        uniqueKeysWithValues: [
            ("Groceries", "gr"), ("Dining", "eo"), ("Transport", "tr"), ("Travel", "tv"),
            ("Shopping", "sh"), ("Entertainment", "en"), ("Utilities", "ut"), ("Housing", "ho"),
            ("Healthcare", "hc"), ("Transfer", "tf"), ("Income", "in"), ("", blank),
        ].map { (key($0.0), $0.1) }
    )
}
