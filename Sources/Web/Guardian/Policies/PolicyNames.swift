public import Contract
import Kernel

/// What the places and goals are called that a household's policies may name.
public struct PolicyNames: Sendable {
    /// A place or a goal that a policy may name.
    struct Name: Sendable {
        /// Its id, as the condition's JSON has it.
        let id: String
        /// What it is called.
        let name: String
        /// Whose it is; `nil` for the reader's own.
        let owner: String?
    }

    /// The places that the reader may see.
    private(set) var places: [Name] = []
    /// The goals that the reader may see.
    private(set) var goals: [Name] = []

    /// Knows nothing yet.
    public init() {}

    /// Adds places of somebody; `owner` is what it is called, `nil` for the reader.
    public mutating func add(_ fences: [API.Guardian.Geofence], of owner: String?) {
        places += fences.map { Name(id: String($0.id), name: $0.name, owner: owner) }
    }

    /// Adds goals of somebody; `owner` is what it is called, `nil` for the reader.
    public mutating func add(_ goals: [API.Allowance.GoalResponse], of owner: String?) {
        self.goals += goals.map { Name(id: $0.id.text, name: $0.name, owner: owner) }
    }

    /// What a sentence calls a place: its name, or its number where the reader knows none.
    func place(_ id: String) -> String { Self.quoted(id, in: places) ?? "place \(id)" }

    /// What a sentence calls a goal.
    func goal(_ id: String) -> String {
        Self.quoted(id, in: goals).map { "the goal \($0)" } ?? "the goal"
    }

    /// The choices of a part's field, with what was sent among them, whatever it is.
    func options(
        _ input: PolicyField.Input,
        _ chosen: String
    ) -> [(value: String, name: String)] {
        let isPlace = if case .place = input { true } else { false }
        let known = (isPlace ? places : goals).map { name in
            (value: name.id, name: name.owner.map { "\(name.name), \($0)" } ?? name.name)
        }
        guard !chosen.isEmpty, !known.contains(where: { $0.value == chosen }) else {
            let none = isPlace ? "there is no place yet" : "there is no goal yet"
            return known.isEmpty ? [(value: "", name: none)] : known
        }
        return known + [(value: chosen, name: isPlace ? "place \(chosen)" : "another goal")]
    }

    private static func quoted(_ id: String, in names: [Name]) -> String? {
        names.first { $0.id == id }.map { "“\($0.name)”" }
    }
}

extension API.Guardian.Condition {
    /// The numbers of the places that it names.
    public var fences: Set<Int64> {
        let numbers = Self.leaves(json, "place").compactMap { $0["of"]?["geofence"]?.numberText }
        return Set(numbers.compactMap { Int64($0) })
    }

    /// Whether it names a place or a goal, which a sentence calls by its name.
    public var namesSomething: Bool {
        !fences.isEmpty || !Self.leaves(json, "goal").isEmpty
    }

    /// What the leaves of one kind hold.
    private static func leaves(_ json: JSON, _ kind: String) -> [JSON] {
        switch json.only {
        case ("all", .array(let parts))?, ("any", .array(let parts))?:
            parts.flatMap { leaves($0, kind) }
        case ("not", let part)?: leaves(part, kind)
        case (kind, let value)?: [value]
        default: []
        }
    }
}

extension API.Guardian.Policy {
    /// The numbers of the places that it names, or will name when its change takes effect.
    public var fences: Set<Int64> { when.fences.union(pending?.change.policy?.when.fences ?? []) }

    /// Whether it names a place or a goal, or will.
    public var namesSomething: Bool {
        when.namesSomething || pending?.change.policy?.when.namesSomething == true
    }
}

extension JSON {
    /// The digits of a number.
    var numberText: String? {
        guard case .number(let text) = self else { return nil }
        return text
    }
}
