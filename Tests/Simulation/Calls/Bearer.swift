import Kernel
import Operations

/// A member's sign-in.
struct Bearer: Codable, Sendable, Hashable {
    let member: ID<Entity.Member>
    let household: ID<Entity.Household>
    let role: String
    let session: ID<Entity.Session>

    init(_ signedIn: SignedIn) {
        member = signedIn.member
        household = signedIn.household
        role = signedIn.role
        session = signedIn.session
    }

    init(
        member: ID<Entity.Member>,
        household: ID<Entity.Household>,
        role: String,
        session: ID<Entity.Session>
    ) {
        self.member = member
        self.household = household
        self.role = role
        self.session = session
    }

    /// As operations see it.
    var signedIn: SignedIn {
        SignedIn(
            member: member,
            household: household,
            role: role,
            session: session,
            scopes: .all
        )
    }
}
