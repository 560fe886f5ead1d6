public import Catalogue

/// What scoring knows of a category: its share of the income, and whether it is needed.
///
/// Source: the table of the Guardian contract, section 3.
public struct ScoringCategory: Hashable, Sendable {
    /// Whether people need what is bought.
    public enum Kind: String, Sendable, CaseIterable {
        /// Needed: its score is halved while its budget lasts.
        case essential
        /// Wanted: above its budget it is advised against.
        case want
        /// Neither of them.
        case neither
    }

    /// The Guardian code, or the member's own word in lower case.
    public let code: String
    /// The category Guardian knows by itself; `nil` for an own word.
    public let known: GuardianCategory?

    /// Finds what scoring knows of a word.
    ///
    /// - Parameter word: A category in its normalised form, as
    ///   `Catalogue.guardianCategory(given:merchant:mcc:)` answers; `uncategorized` is scored as
    ///   `misc_online`.
    public init(_ word: String) {
        known =
            word == GuardianCategory.uncategorized
            ? .miscOnline : GuardianCategory(rawValue: word)
        code = known?.rawValue ?? word
    }

    /// The budget in percent of the monthly income.
    public var sharePercent: Int64 {
        switch known {
        case .rentBills: 30
        case .groceries: 15
        case .electronics: 8
        case .fastFood, .clothing, .pharmacyHealth, .miscOnline: 5
        case .alcohol, .subscription: 3
        case .transport, .fun, .entertainment, nil: 10
        }
    }

    /// Whether people need it.
    public var kind: Kind {
        switch known {
        case .rentBills, .groceries, .pharmacyHealth, .transport: .essential
        case .fastFood, .alcohol, .clothing, .electronics, .miscOnline, .fun, .entertainment: .want
        case .subscription, nil: .neither
        }
    }

    /// The name as it stands inside a sentence, such as `fast food`.
    public var nameInSentence: String { known?.displayName.lowercased() ?? code }
}
