import Contract
import Kernel
import PurserKit
import Testbed

/// A family with two children, and the parent of another one.
struct TwoFamilies {
    let server: InProcessServer
    let parent: TestMember
    /// The child whose things are named.
    let child: TestMember
    /// The child's profile.
    let profile: ID<Entity.Child>
    let sibling: TestMember
    let otherParent: TestMember

    /// Registers everybody; each has a card, for what asks for one.
    init(on server: InProcessServer) async throws {
        self.server = server
        parent = try await server.registerParent("parent@doe.example")
        let email = "child@doe.example"
        profile = try await parent.purser.call(
            API.Allowance.registerChild,
            API.Allowance.RegisterChildRequest(
                email: email,
                password: InProcessServer.password,
                firstName: "Alice",
                lastName: "Doe",
                weeklyAllowance: DecimalAmount(minor: 1_000)
            )
        ).childID
        child = try await server.login(email)
        sibling = try await server.registerChild("sibling@doe.example", of: parent)
        otherParent = try await server.registerParent("parent@roe.example")
        for member in [parent, child, sibling, otherParent] { try await member.addCard() }
    }

    /// Takes those who are registered already.
    init(
        on server: InProcessServer,
        parent: TestMember,
        child: TestMember,
        _ profile: ID<Entity.Child>,
        sibling: TestMember,
        otherParent: TestMember
    ) {
        self.server = server
        self.parent = parent
        self.child = child
        self.profile = profile
        self.sibling = sibling
        self.otherParent = otherParent
    }

    /// The token of somebody; `nil` for nobody known.
    func token(of person: Person) -> String? {
        switch person {
        case .anonymous: nil
        case .otherParent: otherParent.token
        case .sibling: sibling.token
        case .child: child.token
        case .parent: parent.token
        }
    }
}

/// Who calls, seen from the child whose things are named; those who must not see them come first.
enum Person: String, CaseIterable, Sendable {
    case anonymous
    case otherParent
    case sibling
    case child
    case parent

    private var isParent: Bool { self == .parent || self == .otherParent }

    /// With what an endpoint of an access turns the person away; `nil` where it lets in.
    func refusal(by access: Access) -> Int? {
        switch access {
        case .anyone, .optional: nil
        case .member, .parent, .child, .operator:
            self == .anonymous ? 401 : mayCall(access) ? nil : 403
        }
    }

    private func mayCall(_ access: Access) -> Bool {
        switch access {
        case .anyone, .optional, .member: true
        case .parent: isParent
        case .child: !isParent
        case .operator: false
        }
    }
}
