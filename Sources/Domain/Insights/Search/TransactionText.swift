import Kernel

/// What is written about a transaction, and what the catalogue adds to it.
///
/// Many transactions of a household have the same; what a search prepares is prepared for each text
/// once.
public struct TransactionText: Sendable {
    /// The cleaned merchant's name.
    public let merchant: String?
    /// The bank's text.
    public let description: String?
    /// The category as people read it.
    public let category: String?
    /// What the member wrote.
    public let notes: String?
    /// The merchant's name as the catalogue writes it.
    public let catalogueName: String?
    /// What the catalogue says is bought there.
    public let catalogueLabel: String?

    /// Takes a text with what the catalogue said of it; what is blank is not there.
    public init(
        merchant: String?,
        description: String?,
        category: String?,
        notes: String?,
        catalogueName: String?,
        catalogueLabel: String?
    ) {
        self.merchant = Self.present(merchant)
        self.description = Self.present(description)
        self.category = Self.present(category)
        self.notes = Self.present(notes)
        self.catalogueName = Self.present(catalogueName)
        self.catalogueLabel = Self.present(catalogueLabel)
    }

    /// The merchant's name as lists show it: the cleaned one, else the bank's text.
    public var shownMerchant: String { merchant ?? description ?? "" }

    /// W: all that is written.
    public var whole: String {
        Self.joined([merchant ?? catalogueName, description, category, catalogueLabel, notes])
    }

    /// N: what the member wrote.
    public var note: String { notes ?? "" }

    /// C: what kind of purchase it is.
    public var kind: String { Self.joined([category, catalogueLabel]) }

    private static func joined(_ parts: [String?]) -> String {
        parts.compactMap(\.self).joined(separator: " ")
    }

    private static func present(_ text: String?) -> String? {
        guard let text, text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
            return nil
        }
        return text
    }
}

extension TransactionText: Hashable {
    /// Two texts are one when all their bytes are the same.
    public static func == (left: Self, right: Self) -> Bool {
        isExactly(left.description, right.description) && isExactly(left.merchant, right.merchant)
            && isExactly(left.category, right.category) && isExactly(left.notes, right.notes)
            && isExactly(left.catalogueName, right.catalogueName)
            && isExactly(left.catalogueLabel, right.catalogueLabel)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        // What the catalogue says follows from these.
        hasher.combine(merchant.map(ExactText.init))
        hasher.combine(description.map(ExactText.init))
        hasher.combine(category.map(ExactText.init))
        hasher.combine(notes.map(ExactText.init))
    }

    private static func isExactly(_ left: String?, _ right: String?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return left.isExactly(right)
    }
}
