import Kernel

/// Whether there was more than a number of something in a window, this purchase included.
public struct CountLeaf: Sendable, Hashable {
    /// The window, a count.
    public let window: PolicyWindow
    /// What must be exceeded.
    public internal(set) var moreThan: Int64
}

extension CountLeaf: PolicyQuestion {
    static let key = "count"

    init(_ value: PolicyValue, at path: String) throws(PolicyFault) {
        var reader = try PolicyReader(value, at: path)
        window = PolicyWindow(
            span: try reader.span(),
            scope: try reader.scope(),
            subject: try reader.word("of"),
            measure: .count
        )
        moreThan = try reader.integer("more_than", in: 0...Limits.policyCount)
        try reader.finish()
    }

    var value: PolicyValue { window.value(moreThan: moreThan) }

    var lowerBound: Int64? {
        get { moreThan }
        set { moreThan = newValue ?? moreThan }
    }

    func tell(_ needs: inout PolicyNeeds) { needs.add(window) }

    func test(_ needs: PolicyNeeds) -> PolicyTest {
        .between(needs.measure(of: window), (moreThan + 1)...(.max))
    }

    func clause(_ isTrue: Bool, _ currency: Currency) -> String {
        "\(window.words) with this one \(isTrue ? "are" : "are not") more than \(moreThan)"
    }

    func finding(_ facts: PolicyFacts) -> String {
        "\(window.words) \(facts.value(of: window)) + 1 of \(moreThan)"
    }
}
