public import Kernel

/// A child who is taken out of its family, or was.
public struct FormerChild: Sendable {
    /// The child's id.
    public let id: ID<Entity.Child>
    /// Its member.
    public let member: ID<Entity.Member>
    /// Its household.
    public let household: ID<Entity.Household>
}

extension FormerChild {
    /// Takes a child.
    public init(_ child: ChildProfile) {
        self.init(id: child.id, member: child.member, household: child.household)
    }
}
