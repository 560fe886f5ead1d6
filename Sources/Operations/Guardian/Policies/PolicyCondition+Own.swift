import Contract
import Guardian
import Kernel
import SQL
import Store

extension GuardianOperations {
    /// Refuses a child's condition that looks at what the child may not see: places and goals of
    /// others, and what others of the household bought.
    ///
    /// The trace of a decision tells the figures that were used, so a condition is a question whose
    /// answer its author reads.
    ///
    /// - Throws: ``Problem`` `invalid`.
    static func requireOwn(
        _ condition: PolicyCondition,
        at field: String = "when",
        _ membership: Membership,
        in session: any Session
    ) throws {
        guard membership.role == .child else { return }
        let needs = PolicyNeeds(of: CollectionOfOne(condition))
        let refuse = { (rule: String) in Problem.invalid([Fault(field: field, rule: rule)]) }
        guard !needs.windows.contains(where: \.scope.isOfHousehold) else {
            throw refuse("must not count what others of the household bought")
        }
        if !needs.fences.isEmpty {
            let own = try Geofences.list(of: membership.member, in: session).map(\.number)
            guard Set(own).isSuperset(of: needs.fences) else {
                throw refuse("names a geofence that is not yours")
            }
        }
        guard !needs.goals.isEmpty else { return }
        let child = try Children.find(of: membership.member, in: session)
        let own = try child.map { try Goals.list(of: $0.id, in: session).map(\.id) } ?? []
        guard Set(own).isSuperset(of: needs.goals) else {
            throw refuse("names a goal that is not yours")
        }
    }
}
