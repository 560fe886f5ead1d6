import Kernel

/// Whether the amount of a purchase lies within bounds.
public struct AmountLeaf: Sendable, Hashable {
    /// The least amount, in minor units; `nil` for none.
    public internal(set) var atLeast: Int64?
    /// The greatest amount, in minor units; `nil` for none.
    public let atMost: Int64?
}

extension AmountLeaf: PolicyQuestion {
    static let key = "amount"

    init(_ value: PolicyValue, at path: String) throws(PolicyFault) {
        var reader = try PolicyReader(value, at: path)
        atLeast = try reader.optionalInteger("at_least", in: 0...Limits.amountMinor)
        atMost = try reader.optionalInteger("at_most", in: 0...Limits.amountMinor)
        try reader.finish()
        guard atLeast != nil || atMost != nil else {
            throw PolicyFault(path, "must have at_least or at_most")
        }
        if let atLeast, let atMost, atLeast > atMost {
            throw PolicyFault(reader.path("at_most"), "must not be less than at_least")
        }
    }

    var value: PolicyValue {
        .object(("at_least", atLeast.map { .whole($0) }), ("at_most", atMost.map { .whole($0) }))
    }

    var lowerBound: Int64? {
        get { atLeast }
        set { atLeast = newValue }
    }

    func test(_ needs: PolicyNeeds) -> PolicyTest {
        .between(.amount, (atLeast ?? 0)...(atMost ?? .max))
    }

    func clause(_ isTrue: Bool, _ currency: Currency) -> String {
        let words = [("at least", atLeast), ("at most", atMost)].compactMap { word, bound in
            bound.map { "\(word) \(PolicyWords.money($0, currency))" }
        }
        return "the amount \(isTrue ? "is" : "is not") \(words.joined(separator: " and "))"
    }

    func finding(_ facts: PolicyFacts) -> String { "amount \(facts.amount.display)" }
}
