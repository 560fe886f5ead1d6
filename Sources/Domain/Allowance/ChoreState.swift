/// What became of a chore.
public enum ChoreState: String, Sendable, CaseIterable {
    /// The child is to do it.
    case assigned = "Assigned"
    /// The child says that it is done.
    case done = "Done"
    /// A parent agrees; the reward is paid.
    case approved = "Approved"
    /// A parent does not agree.
    case rejected = "Rejected"

    /// Whether a chore may go from this state to another: a child may do again what was rejected,
    /// and a parent decides only what is done.
    public func mayBecome(_ next: ChoreState) -> Bool {
        switch (self, next) {
        case (.assigned, .done), (.rejected, .done), (.done, .approved), (.done, .rejected): true
        default: false
        }
    }

    /// Whether the chore may be deleted: not once its reward is paid.
    public var mayBeDeleted: Bool { self != .approved }
}
