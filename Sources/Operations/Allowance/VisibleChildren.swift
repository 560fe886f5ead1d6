import Allowance
import Contract
import Kernel
import SQL
import Store

extension AllowanceOperations {
    /// The children whom the caller may see, in the order in which they joined.
    static func visibleChildren(
        _ membership: Membership,
        in session: any Session
    ) throws -> [ChildProfile] {
        switch membership.role {
        case .parent: try Children.list(of: membership.household, in: session)
        case .child: [try ownProfile(membership, in: session)]
        }
    }
}

extension API.Allowance.FamilyChildItem {
    /// A child as families see it, with its days in the household's zone.
    init(_ child: ChildProfile, _ zone: Zone) {
        self.init(
            childID: child.id,
            userID: child.member,
            firstName: child.firstName ?? "",
            lastName: child.lastName ?? "",
            email: child.email,
            currentBalance: DecimalAmount(minor: child.balance.minor),
            weeklyAllowance: DecimalAmount(minor: child.schedule.amountMinor),
            lastAllowanceDate: child.lastPaid.map { WireTimestamp(zone.start(of: $0)) },
            nextAllowanceDate: child.schedule.shownNextDue.map {
                WireTimestamp(zone.start(of: $0))
            }
        )
    }
}
