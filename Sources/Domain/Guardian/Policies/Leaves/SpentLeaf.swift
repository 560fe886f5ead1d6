import Kernel

/// Whether more than an amount was spent in a window, this purchase included.
public struct SpentLeaf: Sendable, Hashable {
    /// The window, a sum.
    public let window: PolicyWindow
    /// What must be exceeded, in minor units.
    public internal(set) var moreThan: Int64
}

extension SpentLeaf: PolicyQuestion {
    static let key = "spent"

    /// What may be summed: a decline spends nothing.
    private enum Subject: String, CaseIterable {
        case purchases
        case approvals
    }

    init(_ value: PolicyValue, at path: String) throws(PolicyFault) {
        var reader = try PolicyReader(value, at: path)
        let span = try reader.span()
        let scope = try reader.scope()
        let subject: Subject = try reader.word("of")
        window = PolicyWindow(
            span: span,
            scope: scope,
            subject: subject == .purchases ? .purchases : .approvals,
            measure: .sum
        )
        moreThan = try reader.integer("more_than", in: 0...Limits.amountMinor)
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
        let bound = PolicyWords.money(moreThan, currency)
        return "\(window.words) with this purchase \(isTrue ? "is" : "is not") more than \(bound)"
    }

    func finding(_ facts: PolicyFacts) -> String {
        let figures = [facts.value(of: window), facts.amount.minor, moreThan].map { minor in
            PolicyWords.plainMoney(minor, facts.amount.currency)
        }
        return "\(window.words) \(figures[0]) + \(figures[1]) of \(figures[2])"
    }
}
