import Allowance
public import Contract
import Kernel
import Store

extension AllowanceOperations {
    /// Lists the family's children with their wallets; a child sees itself.
    ///
    /// - Throws: ``Problem`` `unauthenticated`; `DatabaseError`.
    public func familyChildren(
        _ input: Empty,
        _ call: Call
    ) async throws -> API.Allowance.FamilyChildrenResponse {
        try await reading(call) { session, membership in
            let household = try Households.named(membership.household, in: session)
            let children =
                switch membership.role {
                case .parent: try Children.list(of: household.id, in: session)
                case .child: [try Self.ownProfile(membership, in: session)]
                }
            return API.Allowance.FamilyChildrenResponse(
                familyID: household.id,
                familyName: household.name,
                children: children.map { API.Allowance.FamilyChildItem($0, membership.zone) }
            )
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
