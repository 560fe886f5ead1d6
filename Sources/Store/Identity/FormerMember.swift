public import Kernel

/// A member of whom nothing is kept: who is taken out of its household, or was.
public struct FormerMember: Sendable {
    /// The member.
    public let id: ID<Entity.Member>
    /// Its household.
    public let household: ID<Entity.Household>
    /// Its profile, where it is a child.
    public let child: ID<Entity.Child>?
}

extension FormerMember {
    /// Takes a child.
    public init(_ child: ChildProfile) {
        self.init(id: child.member, household: child.household, child: child.id)
    }

    /// Takes a member who is no child.
    public init(_ member: MemberRecord) {
        self.init(id: member.id, household: member.household, child: nil)
    }
}
