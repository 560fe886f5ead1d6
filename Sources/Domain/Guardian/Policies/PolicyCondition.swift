import Kernel

/// When a policy is true: questions about a purchase, joined by all, any and not.
///
/// Read from JSON it keeps the bounds of ``Limits``: it is at most so deep, has at most so many
/// leaves, and is at most so large.
public indirect enum PolicyCondition: Sendable, Hashable {
    /// True when all of them are.
    case all([PolicyCondition])
    /// True when one of them is.
    case any([PolicyCondition])
    /// True when the other is not.
    case not(PolicyCondition)
    /// One question.
    case leaf(PolicyLeaf)

    /// How many questions it asks.
    public var leafCount: Int {
        switch self {
        case .all(let parts), .any(let parts): parts.reduce(0) { $0 + $1.leafCount }
        case .not(let part): part.leafCount
        case .leaf: 1
        }
    }

    /// Its canonical JSON: sorted keys, sorted lists, no insignificant space.
    ///
    /// Equal conditions have the same text.
    public var json: String { value.text }
}

extension PolicyCondition: PolicyCoded {
    static let root = "when"

    /// Reads a condition.
    ///
    /// - Parameters:
    ///   - value: Its JSON.
    ///   - path: What the paths of faults begin with.
    /// - Throws: ``PolicyFault`` with the place and the rule of the first thing that is wrong.
    public init(_ value: PolicyValue, at path: String = "when") throws(PolicyFault) {
        let most = Limits.policyConditionBytes
        let tooLarge = PolicyFault(path, "is larger than \(most) bytes")
        guard value.text.utf8.count <= most else { throw tooLarge }
        var leaves = 0
        self = try Self.read(value, at: path, depth: 1, &leaves)
        guard leaves <= Limits.policyConditionLeaves else {
            throw PolicyFault(path, "has more than \(Limits.policyConditionLeaves) leaves")
        }
        // Names in the form in which they are compared may be longer than they were sent.
        guard json.utf8.count <= most else { throw tooLarge }
    }

    /// The condition as JSON.
    public var value: PolicyValue {
        switch self {
        case .all(let parts): .object(("all", .list(parts.map(\.value))))
        case .any(let parts): .object(("any", .list(parts.map(\.value))))
        case .not(let part): .object(("not", part.value))
        case .leaf(let leaf): .object((leaf.key, leaf.question.value))
        }
    }

    private static func read(
        _ value: PolicyValue,
        at path: String,
        depth: Int,
        _ leaves: inout Int
    ) throws(PolicyFault) -> PolicyCondition {
        guard depth <= Limits.policyConditionDepth else {
            throw PolicyFault(path, "is deeper than \(Limits.policyConditionDepth) conditions")
        }
        guard case .object(let members) = value else { throw .wrongType(path) }
        guard let member = members.first, members.count == 1 else {
            throw PolicyFault(path, "must have exactly one key")
        }
        let inner = "\(path).\(member.key)"
        switch member.key {
        case "all": return .all(try parts(member.value, at: inner, depth: depth, &leaves))
        case "any": return .any(try parts(member.value, at: inner, depth: depth, &leaves))
        case "not": return .not(try read(member.value, at: inner, depth: depth + 1, &leaves))
        default:
            guard let leaf = try PolicyLeaf(member.key, member.value, at: inner) else {
                throw .notOneOf(["all", "any", "not"] + PolicyLeaf.keys, path)
            }
            leaves += 1
            return .leaf(leaf)
        }
    }

    private static func parts(
        _ value: PolicyValue,
        at path: String,
        depth: Int,
        _ leaves: inout Int
    ) throws(PolicyFault) -> [PolicyCondition] {
        guard case .list(let values) = value else { throw .wrongType(path) }
        guard (1...Limits.policyConditionParts).contains(values.count) else {
            throw PolicyFault(path, "must have 1 to \(Limits.policyConditionParts) conditions")
        }
        var parts: [PolicyCondition] = []
        for (index, value) in values.enumerated() {
            parts.append(try read(value, at: "\(path)[\(index)]", depth: depth + 1, &leaves))
        }
        return parts
    }
}
