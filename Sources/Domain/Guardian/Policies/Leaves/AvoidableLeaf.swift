import Kernel

/// Whether a purchase looks at least so avoidable, with what was learned of the member.
///
/// What could not be scored does not.
public struct AvoidableLeaf: Sendable, Hashable {
    /// The least score, in ten-thousandths.
    public internal(set) var atLeast: Int64
}

extension AvoidableLeaf: PolicyQuestion {
    static let key = "avoidable"

    init(_ value: PolicyValue, at path: String) throws(PolicyFault) {
        var reader = try PolicyReader(value, at: path)
        let share = try reader.decimal("at_least", in: 0...1)
        try reader.finish()
        let rounded = (share * 10_000).rounded()
        guard (share * 10_000 - rounded).magnitude < 1e-6 else {
            throw PolicyFault(reader.path("at_least"), "must have at most 4 decimals")
        }
        atLeast = Int64(rounded)
    }

    var value: PolicyValue { .object(("at_least", .number(Double(atLeast) / 10_000))) }

    var lowerBound: Int64? {
        get { atLeast }
        set { atLeast = newValue ?? atLeast }
    }

    func tell(_ needs: inout PolicyNeeds) { needs.asksScore = true }

    func test(_ needs: PolicyNeeds) -> PolicyTest { .between(.avoidable, atLeast...(.max)) }

    func clause(_ isTrue: Bool, _ currency: Currency) -> String {
        let share = DecimalText.text(minor: atLeast, exponent: 4)
        return "the avoidable score \(isTrue ? "is" : "is not") at least \(share)"
    }

    func finding(_ facts: PolicyFacts) -> String {
        let share = DecimalText.text(minor: atLeast, exponent: 4)
        guard let score = facts.avoidable else { return "no score of \(share)" }
        return "score \(DecimalText.text(minor: score, exponent: 4)) of \(share)"
    }
}
