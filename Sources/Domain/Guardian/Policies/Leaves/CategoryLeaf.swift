import Catalogue
import Kernel

/// Whether the category of a purchase is one of some.
public struct CategoryLeaf: Sendable, Hashable {
    /// The categories in their normalised form, each once, in the order of their bytes.
    public let categories: [String]
}

extension CategoryLeaf: PolicyQuestion {
    static let key = "category"

    init(_ value: PolicyValue, at path: String) throws(PolicyFault) {
        categories = try PolicyReader.names(
            value,
            upTo: Limits.categoryCharacters,
            at: path,
            GuardianCategory.normalised
        )
    }

    var value: PolicyValue { .list(categories.map { .text($0) }) }

    func test(_ needs: PolicyNeeds) -> PolicyTest { .category(categories) }

    func clause(_ isTrue: Bool, _ currency: Currency) -> String {
        "the category \(isTrue ? "is" : "is not") \(PolicyWords.some(categories))"
    }

    func finding(_ facts: PolicyFacts) -> String { "category \(facts.category)" }
}
