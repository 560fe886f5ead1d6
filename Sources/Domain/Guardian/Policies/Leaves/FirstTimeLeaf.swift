import Kernel

/// Whether the member never bought there before, of all history.
public struct FirstTimeLeaf: Sendable, Hashable {
    /// Where it is bought.
    public enum Place: String, Sendable, CaseIterable {
        /// From this merchant.
        case merchant
        /// In this category.
        case category
    }

    /// Where it is bought.
    public let place: Place
}

extension FirstTimeLeaf: PolicyQuestion {
    static let key = "first_time"

    init(_ value: PolicyValue, at path: String) throws(PolicyFault) {
        place = try PolicyReader.word(value, at: path)
    }

    var value: PolicyValue { .text(place.rawValue) }

    func tell(_ needs: inout PolicyNeeds) {
        switch place {
        case .merchant: needs.asksFirstAtMerchant = true
        case .category: needs.asksFirstInCategory = true
        }
    }

    func test(_ needs: PolicyNeeds) -> PolicyTest {
        switch place {
        case .merchant: .between(.firstAtMerchant, 1...1)
        case .category: .between(.firstInCategory, 1...1)
        }
    }

    func clause(_ isTrue: Bool, _ currency: Currency) -> String {
        "it \(isTrue ? "is" : "is not") the first purchase \(words)"
    }

    func finding(_ facts: PolicyFacts) -> String {
        let isFirst = place == .merchant ? facts.isFirstAtMerchant : facts.isFirstInCategory
        return isFirst == true ? "first purchase \(words)" : "bought before \(words)"
    }

    private var words: String { place == .merchant ? "at this merchant" : "in this category" }
}
