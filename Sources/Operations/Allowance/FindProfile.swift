import Contract
import Kernel
import SQL
import Store

extension AllowanceOperations {
    /// A child as the caller may see it: a parent every child of its family, a child itself.
    ///
    /// - Throws: ``Problem`` `notFound` for every other child, whether or not it exists.
    static func profile(
        _ id: ID<Entity.Child>,
        seenBy membership: Membership,
        in session: any Session
    ) throws -> ChildProfile {
        guard let child = try Children.find(id, of: membership.household, in: session),
            membership.role == .parent || child.member == membership.member
        else { throw Problem(.notFound) }
        return child
    }

    /// The profile of a caller who is a child.
    ///
    /// - Throws: ``Problem`` `notFound` when there is none.
    static func ownProfile(
        _ membership: Membership,
        in session: any Session
    ) throws -> ChildProfile {
        try Children.find(of: membership.member, in: session).orNotFound()
    }
}
