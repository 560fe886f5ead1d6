public import Contract

/// What happens to what was changed in two places.
public struct MergePolicy: Sendable {
    /// What happens to a field that was changed in both places, by its name.
    public var fields: [String: FieldPolicy]
    /// What happens to every other such field.
    public var otherwise: FieldPolicy
    /// What happens to a record that was deleted in one place and changed in the other.
    public var deletion: DeletionPolicy

    /// Makes a policy.
    public init(
        fields: [String: FieldPolicy] = [:],
        otherwise: FieldPolicy = .server,
        deletion: DeletionPolicy = .edit
    ) {
        self.fields = fields
        self.otherwise = otherwise
        self.deletion = deletion
    }

    /// What happens to a field that was changed in both places.
    public func policy(for field: String) -> FieldPolicy { fields[field] ?? otherwise }
}

/// What happens to a field that was changed on the device and at the server.
public enum FieldPolicy: Sendable {
    /// The server's value stays.
    case server
    /// The device's value stays.
    case device
    /// The larger number stays; the server's value, when one of them is no number.
    case larger
    /// The smaller number stays; the server's value, when one of them is no number.
    case smaller
    /// What a function makes of them; `nil` stands for a field that is absent.
    ///
    /// Devices agree in the end only when it gives the same for the same values, whoever asks.
    case custom(@Sendable (_ base: JSON?, _ mine: JSON?, _ theirs: JSON?) -> JSON?)

    func kept(_ base: JSON?, _ mine: JSON?, _ theirs: JSON?) -> JSON? {
        switch self {
        case .server: theirs
        case .device: mine
        case .larger: Self.isLess(theirs, mine) ? mine : theirs
        case .smaller: Self.isLess(mine, theirs) ? mine : theirs
        case .custom(let function): function(base, mine, theirs)
        }
    }

    private static func isLess(_ left: JSON?, _ right: JSON?) -> Bool {
        guard case .number(let left)? = left, case .number(let right)? = right else { return false }
        if let left = Int64(left), let right = Int64(right) { return left < right }
        guard let left = Double(left), let right = Double(right) else { return false }
        return left < right
    }
}

/// What happens to a record that was deleted in one place and changed in the other.
public enum DeletionPolicy: Sendable, Hashable {
    /// The changed record stays, wherever it was changed.
    case edit
    /// It is deleted, wherever it was deleted.
    case deletion
    /// What the server has stays: its record, or its deletion.
    case server
}
