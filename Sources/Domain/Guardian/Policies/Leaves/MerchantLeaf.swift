import Catalogue
import Kernel

/// Whether the merchant of a purchase is one of some.
public struct MerchantLeaf: Sendable, Hashable {
    /// The merchants in their normalised form, each once, in the order of their bytes.
    public let merchants: [String]
}

extension MerchantLeaf: PolicyQuestion {
    static let key = "merchant"

    init(_ value: PolicyValue, at path: String) throws(PolicyFault) {
        merchants = try PolicyReader.names(
            value,
            upTo: Limits.merchantCharacters,
            at: path,
            MerchantName.normalised
        )
    }

    var value: PolicyValue { .list(merchants.map { .text($0) }) }

    func test(_ needs: PolicyNeeds) -> PolicyTest { .merchant(merchants) }

    func clause(_ isTrue: Bool, _ currency: Currency) -> String {
        "the merchant \(isTrue ? "is" : "is not") \(PolicyWords.some(merchants))"
    }

    func finding(_ facts: PolicyFacts) -> String { "merchant \(facts.merchant)" }
}
