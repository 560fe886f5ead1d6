package import PurserKit

/// Which of two changes of one field stays.
package enum FieldMerge: Sendable {
    /// This device's.
    case own
    /// The server's.
    case theirs
    /// The smaller number; the server's value, where one of them is no number.
    case smaller
    /// The larger number; the server's value, where one of them is no number.
    case larger
    /// The side that has this text; the server's value, where neither has.
    case text(String)
}

/// What becomes of a record that was changed here and at the server since both had the same.
///
/// Fields are merged one by one. A field that one side changed is as that side has it. For one that
/// both changed, the kind says which stays.
package struct CopyMerge: Sendable {
    /// The rules of fields; this device's value stays of every other.
    var rules: [String: FieldMerge]
    /// Fields that make sense together only, and come from one side; the rule of the first counts.
    var together: [[String]]

    /// Makes rules.
    package init(rules: [String: FieldMerge] = [:], together: [[String]] = []) {
        self.rules = rules
        self.together = together
    }

    /// A field that both changed, with what stays.
    package struct Clash: Equatable {
        let field: String
        let own: JSON?
        let theirs: JSON?
        let kept: JSON?
    }

    /// The merged fields, and those that both sides changed to different values.
    package func merged(
        base: [String: JSON],
        own: [String: JSON],
        theirs: [String: JSON]
    ) -> (fields: [String: JSON], clashes: [Clash]) {
        var fields: [String: JSON] = [:]
        var clashes: [Clash] = []
        for unit in units(of: Set(own.keys).union(theirs.keys)) {
            let isSame = { (one: [String: JSON], other: [String: JSON]) in
                unit.allSatisfy { one[$0] == other[$0] }
            }
            var side = own
            if !isSame(own, theirs), !isSame(theirs, base) {
                if isSame(own, base) || !keepsOwn(unit[0], own, theirs) { side = theirs }
                if !isSame(own, base) {
                    clashes += unit.filter { own[$0] != theirs[$0] }.map { field in
                        Clash(
                            field: field,
                            own: own[field],
                            theirs: theirs[field],
                            kept: side[field]
                        )
                    }
                }
            }
            for field in unit { fields[field] = side[field] }
        }
        return (fields, clashes)
    }

    private func units(of names: Set<String>) -> [[String]] {
        let single = names.subtracting(together.joined()).sorted().map { [$0] }
        return together.filter { !names.isDisjoint(with: $0) } + single
    }

    private func keepsOwn(_ field: String, _ own: [String: JSON], _ theirs: [String: JSON]) -> Bool
    {
        switch rules[field] ?? .own {
        case .own: true
        case .theirs: false
        case .smaller: Self.isSmaller(own[field], than: theirs[field])
        case .larger: Self.isSmaller(theirs[field], than: own[field])
        case .text(let text): own[field] == .string(text)
        }
    }

    private static func isSmaller(_ one: JSON?, than other: JSON?) -> Bool {
        guard case .number(let one)? = one, case .number(let other)? = other,
            let left = Double(one), let right = Double(other)
        else { return false }
        return left < right
    }
}
