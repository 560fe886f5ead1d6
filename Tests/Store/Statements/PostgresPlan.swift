import Foundation

/// What PostgreSQL plans to do for a statement.
struct PostgresPlan {
    private(set) var reads: [PlannedRead] = []

    /// Reads what `EXPLAIN (FORMAT JSON)` answers.
    init(json: String) throws {
        let whole = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]
        guard let plan = whole?.first?["Plan"] as? [String: Any] else { throw Unreadable() }
        visit(plan, isLimited: false)
    }

    struct Unreadable: Error {}

    private mutating func visit(_ node: [String: Any], isLimited: Bool) {
        let type = node["Node Type"] as? String ?? ""
        if let table = node["Relation Name"] as? String, type != "ModifyTable" {
            reads.append(Self.read(node, of: table, isLimited: isLimited))
        }
        for plan in node["Plans"] as? [[String: Any]] ?? [] {
            let relation = plan["Parent Relationship"] as? String
            let isApart = relation == "SubPlan" || relation == "InitPlan"
            let isWhole = ["Sort", "Incremental Sort", "Aggregate", "Hash"].contains(type)
            visit(plan, isLimited: type == "Limit" || isLimited && !isApart && !isWhole)
        }
    }

    private static func read(
        _ node: [String: Any],
        of table: String,
        isLimited: Bool
    ) -> PlannedRead {
        let condition = node["Index Cond"] as? String ?? ""
        let filter = node["Filter"] as? String
        var read = PlannedRead(table: table, index: node["Index Name"] as? String)
        read.equal = equal(condition)
        read.between = Set(condition.matches(of: /(\w+) >=?\s/).map { String($0.1) })
            .intersection(condition.matches(of: /(\w+) <=?\s/).map { String($0.1) })
        read.isLimited = isLimited
        read.isFiltered = filter != nil
        // A unique key among what is compared has an index of its own: with few rows to choose
        // from another one is as good.
        if let filter, read.index != nil { read.alsoEqual = equal(filter) }
        return read
    }

    private static func equal(_ condition: String) -> Set<String> {
        Set(condition.matches(of: /(\w+) =\s/).map { String($0.1) })
    }
}
