public import Kernel

/// Whether a goal lacks more than an amount.
///
/// A goal that there is no more lacks nothing.
public struct GoalLeaf: Sendable, Hashable {
    /// The goal.
    public let goal: ID<Entity.Goal>
    /// What must be exceeded, in minor units.
    public let shortByMoreThan: Int64
}

extension GoalLeaf: PolicyQuestion {
    static let key = "goal"

    init(_ value: PolicyValue, at path: String) throws(PolicyFault) {
        var reader = try PolicyReader(value, at: path)
        goal = try reader.id("id")
        shortByMoreThan = try reader.integer("short_by_more_than", in: 0...Limits.amountMinor)
        try reader.finish()
    }

    var value: PolicyValue {
        .object(("id", .text(goal.text)), ("short_by_more_than", .whole(shortByMoreThan)))
    }

    func tell(_ needs: inout PolicyNeeds) { needs.add(goal) }

    func test(_ needs: PolicyNeeds) -> PolicyTest {
        .between(needs.measure(of: goal), (shortByMoreThan + 1)...(.max))
    }

    func clause(_ isTrue: Bool, _ currency: Currency) -> String {
        let bound = PolicyWords.money(shortByMoreThan, currency)
        return "the goal \(isTrue ? "lacks" : "does not lack") more than \(bound)"
    }

    func finding(_ facts: PolicyFacts) -> String {
        guard let lack = facts.lack(of: goal) else { return "no such goal" }
        let figures = [lack, shortByMoreThan].map { minor in
            PolicyWords.plainMoney(minor, facts.amount.currency)
        }
        return "goal lacks \(figures[0]) of \(figures[1])"
    }
}
